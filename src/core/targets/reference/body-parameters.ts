import type { Api } from '../../model/block.ts';
import { pointerStep } from '../../model/json.ts';
import { at } from '../../model/source.ts';
import { nativeRef, type Wire } from '../../replay/wire.ts';
import type { Conversation } from '../../turns/conversation.ts';

/** The parameters of a recorded request of the same API, byte for byte; none for any other session. `under` is the member they stand in. */
export function bodyParameters(conversation: Conversation, api: Api, under?: string): { [key: string]: Wire } {
  const { recorded } = conversation;
  const { params, body } = recorded;
  if (recorded.api !== api || params === undefined || body?.kind === 'response') return {};
  const values = under === undefined ? params : params[under];
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return {};
  const inside = under === undefined ? '' : pointerStep(under);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined).map(([key, value]): [string, Wire] => [key, body === undefined ? value as Wire : nativeRef(at(body.at, `${body.at.pointer}${inside}${pointerStep(key)}`), value as Wire)]));
}
