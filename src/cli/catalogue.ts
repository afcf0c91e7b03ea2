import * as z from 'zod/mini';
import { catalogue } from '../core/export/catalogue.ts';
import type { JsonObject } from '../core/model/json.ts';
import { check, flag } from './check.ts';
import type { Command } from './command.ts';
import { columns, paint, printable } from './paint.ts';

const JsonValues = z.object({ json: flag });

function listing(name: 'formats' | 'targets' | 'rules', summary: string, row: (entry: JsonObject) => readonly string[]): Command {
  return {
    name, summary, operands: '', count: [0, 0], options: ['json'],
    async run(_operands, values, io) {
      const entries = catalogue[name]();
      if (check(JsonValues, values).json) await io.out(`${JSON.stringify({ schema: 1, [name]: entries })}\n`);
      else await io.out(columns(entries.map((entry) => { const [first = '', ...rest] = row(entry).map(printable); return [paint(io.colour, 'bold', first), ...rest]; })).map((line) => `${line}\n`).join(''));
      return 0;
    },
  };
}

const text = (entry: JsonObject, key: string): string => String(entry[key] ?? '');

export const formats = listing('formats', 'the session formats that can be read', (f) => [text(f, 'id'), text(f, 'description')]);
export const targets = listing('targets', 'the targets a session can be turned into, with their options', (t) => [text(t, 'id'), text(t, 'kind'), text(t, 'description')]);
export const rules = listing('rules', 'the rules that judge a request, with severity', (r) => [text(r, 'id'), text(r, 'severity'), text(r, 'summary')]);
