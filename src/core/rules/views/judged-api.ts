import type { Api } from '../../model/block.ts';
import type { Judged } from '../rule.ts';

/** The API whose rules the request meets. A recorded body is judged by its own API, whatever its serializer is called. */
export function apiOf(judged: Judged): Api {
  return judged.serializer.kind === 'recorded' ? judged.conversation.recorded.body?.api ?? judged.serializer.api : judged.serializer.api;
}
