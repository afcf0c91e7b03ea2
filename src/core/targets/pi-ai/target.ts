import type { Api } from '../../model/block.ts';
import type { RequestWriter } from '../../replay/request-writer.ts';
import type { OptionDoc, ReplayOptions, Serializer } from '../../replay/serializer.ts';
import type { Wire } from '../../replay/wire.ts';
import type { Conversation } from '../../turns/conversation.ts';
import { contextOf, type Context, type Message } from './context.ts';
import { clampToWindow, contextTokens } from './estimate.ts';
import { callOf, type PiApi, type PiCall } from './model.ts';
import { Refusal } from './refusal.ts';
import { normalized } from './system.ts';

/** Everything that one request is made from. */
export interface PiRequest {
  readonly call: PiCall;
  readonly old: boolean;
  readonly context: Context;
  /** The session is another client's: its context is the one that an import would give. */
  readonly foreign: boolean;
  /** The messages as the release works on them: 1.x has prompt and tools in a leading system message. */
  readonly messages: readonly Message[];
  /** The output limit after the release's own cuts. */
  readonly maxTokens: number | undefined;
  /** The same cut for another limit. */
  readonly clamp: (maxTokens: number) => number;
  readonly conversation: Conversation;
  readonly options: ReplayOptions;
  readonly writer: RequestWriter;
}

/** One API of pi-ai as a target. */
export interface PiTarget {
  readonly api: PiApi;
  readonly label: string;
  readonly wire: Api;
  readonly array: Serializer['array'];
  readonly ruleFamilies: readonly string[];
  readonly mergesAdjacent: boolean;
  readonly note?: string;
  write(request: PiRequest): Wire;
}

const OPTIONS: readonly OptionDoc[] = [
  { name: 'variant', values: ['1.6.0', '0.82', '0.73.1'], default: '1.6.0', description: 'Release: 1.6.0 and 0.73.1 are held to what the releases themselves send. 0.82 is 1.6.0 with the one rule of the line that dsh pins (another model\'s thinking goes out as visible text); what else that release does otherwise is not emulated.' },
  { name: 'model', values: 'a model description', description: 'In --options: pi-ai\'s own description of the model that is asked: id, provider, baseUrl, reasoning, input, contextWindow, maxTokens, thinkingLevelMap, compat (its switches under pi-ai\'s names). What is left out is taken from pi-ai\'s home provider of the API; images and reasoning are on. --model overrides the id.' },
  { name: 'reasoning', values: ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'], default: 'low', description: 'In --options: the thinking level of the call.' },
  { name: 'maxTokens', values: 'a number', default: '4096', description: 'In --options: the output limit of the call; null leaves it to the model.' },
  { name: 'sessionId', values: 'a text', default: 'sess-fixed', description: 'In --options: the session id, which names the prompt cache; null sends none.' },
  { name: 'cacheRetention', values: ['none', 'short', 'long'], default: 'short', description: 'In --options: how long the prompt cache is asked to hold.' },
];

/** The serializer of one API: the client's own failures become rejections. */
export function piTarget(target: PiTarget): Serializer {
  return {
    id: `pi-ai/${target.api}`,
    label: `pi-ai, ${target.label}`,
    api: target.wire,
    kind: 'emulation',
    description: `pi-ai's ${target.api} request: transformMessages, then the serializer; sources of 1.6.0 and 0.73.1 and recorded bodies, 2026-11-30.${target.note === undefined ? '' : ` ${target.note}`}`,
    ruleFamilies: target.ruleFamilies, array: target.array, mergesAdjacent: target.mergesAdjacent, options: OPTIONS,
    accepts: () => true,
    write: (conversation, options, writer) => {
      try {
        return target.write(requestOf(target.api, conversation, options, writer));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        writer.reject(error.block, 'pi-ai/throws', error.message);
        return {};
      }
    },
  };
}

function requestOf(api: PiApi, conversation: Conversation, options: ReplayOptions, writer: RequestWriter): PiRequest {
  const call = callOf(api, conversation, options);
  const old = call.variant === '0.73.1';
  const context = contextOf(conversation, writer);
  const messages = old ? context.messages : normalized(options.tools === 'recorded' ? context : { ...context, tools: undefined }, writer);
  const tokens = old ? 0 : contextTokens(messages);
  const { model } = call;
  const clamp = (maxTokens: number): number => clampToWindow(call, tokens, maxTokens);
  const maxTokens = old ? call.maxTokens ?? (model.maxTokens > 0 ? Math.min(model.maxTokens, 32_000) : undefined) : clamp(call.maxTokens ?? model.maxTokens);
  return { call, old, context, foreign: !conversation.format.startsWith('pi-'), messages, maxTokens, clamp, conversation, options, writer };
}
