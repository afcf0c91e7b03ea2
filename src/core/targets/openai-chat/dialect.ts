import type { Block } from '../../model/block.ts';
import type { WireObject } from '../../replay/wire.ts';

/**
 * What a service that speaks Chat Completions does differently. The serializer asks; a dialect answers with data, so that a
 * new one is an entry in {@link DIALECTS} and nothing else.
 */
export interface ChatDialect {
  readonly id: string;
  readonly label: string;
  /** Extra members of the assistant message for its reasoning, or undefined where the dialect has no field for it: then it is not sent. */
  reasoning?(blocks: readonly Block[]): WireObject | undefined;
  /** Role of developer texts. */
  readonly developerRole: 'developer' | 'system';
}

/** OpenAI's own: reasoning has no input field (API reference, 2026-11). */
const openai: ChatDialect = { id: 'openai', label: 'OpenAI', developerRole: 'developer' };

/** Every dialect, sorted by id. */
export const DIALECTS: readonly ChatDialect[] = [openai];

/** The dialect of an id; OpenAI's own where none is asked for or the id is not known (callers refuse unknown ids by the option's values). */
export function dialectOf(id: string | undefined): ChatDialect {
  return DIALECTS.find((dialect) => dialect.id === id) ?? openai;
}
