import type { Json } from '../model/json.ts';
import type { Source } from '../model/source.ts';
import type { Path } from '../model/turn.ts';
import type { RecordMeta } from '../records/record.ts';
import type { FormatReader, FormatSink, SessionFormat } from './format.ts';

/** What is used when no session format matches: records are listed, nothing is guessed. */
export const genericFormat: SessionFormat = {
  id: 'generic',
  label: 'JSON records',
  description: 'Any other JSON or JSONL file: its records are listed, no conversation is claimed.',
  shape: 'lines',
  detect: () => null,
  open: () => new GenericReader(),
};

class GenericReader implements FormatReader {
  readonly revision = 0;

  record(source: Source, _value: Json, meta: RecordMeta, out: FormatSink): void {
    if (meta.element === undefined) out.hidden({ source, reason: 'no session format matched' });
  }

  path(): Path {
    return { entries: [], recorded: { system: [], missing: [] }, branches: [] };
  }
}
