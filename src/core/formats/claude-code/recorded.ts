import type { Recorded } from '../../model/turn.ts';
import type { RequestLog } from './request-log.ts';

/** What is known when the recorded facts of a transcript are asked for. */
export interface Known {
  readonly version: string | undefined;
  readonly model: string | undefined;
  readonly log: RequestLog;
  /** Attachments whose rendered text the file does not hold. */
  readonly unrendered: number;
  /** The version stores what it rendered (2.1.332). */
  readonly renders: boolean;
  readonly elsewhere: boolean;
}

/** System prompt, tools and parameters as the client logged them (2.1.332); before, none of them is in the file. */
export function recordedOf({ version, model, log, unrendered, renders, elsewhere }: Known): Recorded {
  const { shape, params } = log;
  const missing = [
    ...(shape === undefined ? ['the system prompt: the transcript does not hold it', 'the tool definitions: the transcript does not hold them'] : ['the first system block (billing), which the client does not log']),
    ...(shape !== undefined && !log.logged ? ['the system prompt as it was sent: a snapshot holds its sections'] : []),
    ...(shape !== undefined && shape.tools === undefined ? ['the tool definitions'] : []),
    ...(unrendered > 0 ? [`the text of ${unrendered} reminder${unrendered === 1 ? '' : 's'}: this version stores what they are made of, not what was sent`] : []),
    renders || shape !== undefined ? 'the reminders that the client adds to the next prompt' : 'the reminder with date and memory files in front of the first prompt',
    ...(elsewhere ? ['the history before the fork'] : []),
  ];
  return {
    system: shape?.system ?? [], missing, api: 'anthropic-messages', client: { name: 'claude-code', ...(version === undefined ? {} : { version }) },
    ...(model === undefined ? {} : { model }), ...(shape?.tools === undefined ? {} : { tools: shape.tools }), ...(params === undefined ? {} : { params }),
  };
}
