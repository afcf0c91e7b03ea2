import { resolveTarget } from '../judge/judge.ts';
import type { Replay } from '../replay/replay.ts';
import type { ReplayOptions } from '../replay/serializer.ts';
import { member } from '../replay/wire.ts';
import { requestText } from '../replay/write-request.ts';
import { blocksOf, type Conversation } from '../turns/conversation.ts';
import type { Session } from '../turns/session.ts';
import { curlText } from './curl.ts';
import { endpointOf } from './endpoints.ts';
import { type Redaction, Redactor } from './redact.ts';
import { sdkCallOf } from './sdk-call.ts';
import { sdkPython } from './sdk-python.ts';
import { sdkTypescript } from './sdk-typescript.ts';
import type { SecretDetector } from './secret-hit.ts';

/** What an export can be written as. */
export type ExportForm = 'json' | 'curl' | 'typescript' | 'python';

export interface ExportOptions {
  readonly as: ExportForm;
  /** The library's secret rules, or `off` where the user asked for no redaction. There is no default: forgetting it must not compile. */
  readonly redact: SecretDetector | 'off';
  /** The model asked for: some APIs have it in the address, not in the body. */
  readonly model?: string;
  /** Name of the file that holds the request beside SDK code. */
  readonly requestFile?: string;
}

/** Name of the file beside SDK code where nothing else is asked for. */
export const REQUEST_FILE = 'request.json';

/** An export being written. `redaction` is final when `text` has ended. SDK code reads the request from a file `beside` it. */
export interface Export { readonly text: AsyncIterable<string>; readonly beside?: { readonly name: string; readonly text: AsyncIterable<string> }; redaction(): Redaction }

/** An export that cannot be made, with the reason for people. */
export class NoExport extends Error {}

/** Exports need tool definitions to be accepted: where none are recorded, inert stubs stand for them, unless something else was chosen. */
export function toolsForExport(conversation: Conversation, chosen: ReplayOptions['tools'] | undefined): ReplayOptions['tools'] {
  return chosen ?? (conversation.recorded.tools === undefined ? 'stubs' : 'recorded');
}

/**
 * The request of a replay, ready to be sent: the one way out for the command line and the editor. Throws {@link NoExport}
 * where there is no request, or none that this form can carry.
 */
export async function exportRequest(session: Session, conversation: Conversation, replay: Replay, options: ExportOptions): Promise<Export> {
  const { template } = replay;
  if (template === null) throw new NoExport(reasonOf(replay));
  let redactor: Redactor | undefined;
  const body = (indent: number): AsyncIterable<string> => {
    const pieces = requestText(template, session.loader, indent);
    if (options.redact === 'off') return pieces;
    redactor = new Redactor(replay, blocksOf(conversation), options.redact);
    return redactor.pass(pieces);
  };
  const redaction = (): Redaction => redactor?.result ?? { replaced: [], sendable: true };
  if (options.as === 'json') return { text: withNewline(body(2)), redaction };
  const serializer = resolveTarget(conversation, replay.target);
  const named = options.model ?? member(template, 'model') ?? conversation.recorded.model;
  const model = typeof named === 'string' ? named : undefined;
  // The comments stand above the body: what was replaced must be known before the first line is written.
  const noted = async (): Promise<readonly string[]> => {
    for await (const piece of body(0)) void piece;
    return redactionNotes(redaction());
  };
  if (options.as === 'curl') {
    const endpoint = endpointOf(serializer, conversation.recorded, model);
    if (endpoint === undefined) throw new NoExport(`${replay.target} writes no plain HTTP request, so there is no curl command for it; --as json gives its body`);
    const notes = await noted();
    return { text: curlText(endpoint, body(0), notes), redaction };
  }
  const name = options.requestFile ?? REQUEST_FILE;
  const call = sdkCallOf(serializer, conversation.recorded, model, name, await noted());
  if (call === undefined) throw new NoExport(`${replay.target} writes no request of a vendor's API, so no vendor's SDK can send it; --as json gives it`);
  return { text: once(options.as === 'python' ? sdkPython(call) : sdkTypescript(call)), beside: { name, text: withNewline(body(2)) }, redaction };
}

/** What people are told of a redaction: a line for each place, and whether the export can still be sent. */
export function redactionNotes(redaction: Redaction): readonly string[] {
  const places = redaction.replaced.map((r) => `redacted: ${r.count > 1 ? `${r.count} × ` : ''}${r.kind} at ${r.wirePath}${r.blocks.length === 0 ? '' : ` (block ${r.blocks.join(', ')})`}`);
  const signed = redaction.replaced.filter((r) => r.signed).map((r) => r.wirePath);
  return redaction.sendable ? places : [`NOT SENDABLE: the redaction touched signed content at ${signed.join(', ')}; the provider refuses it`, ...places];
}

function reasonOf(replay: Replay): string {
  if (replay.rejection !== undefined) return `${replay.target} rejects the session: ${replay.rejection.code}: ${replay.rejection.message} (block ${replay.rejection.block})`;
  return `${replay.target} cannot take this session: ${replay.notApplicable ?? 'it gives no request'}`;
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function* withNewline(text: AsyncIterable<string>): AsyncGenerator<string> {
  yield* text;
  yield '\n';
}
