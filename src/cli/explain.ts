import * as z from 'zod/mini';
import { explainJson, explainPlaces } from '../core/explain/explain-json.ts';
import { jsonText } from '../core/export/json-text.ts';
import { check, flag } from './check.ts';
import type { Command } from './command.ts';
import { pieces, stream } from './io.ts';
import { conversationOf, withSession } from './open-session.ts';
import { REPLAY_OPTIONS, SESSION_OPTIONS } from './options.ts';
import { paint, printable } from './paint.ts';
import { chosenReplay, serializerFor } from './replay-options.ts';

const ExplainValues = z.object({ error: z.string('is needed: the provider\'s message').check(z.minLength(1, 'is needed: the provider\'s message')), json: flag });

export const explain: Command = {
  name: 'explain', operands: 'FILE --error TEXT', count: [1, 1], options: ['error', ...REPLAY_OPTIONS, ...SESSION_OPTIONS, 'json'],
  summary: 'from a provider\'s error message to the line and block it means; without --target every plausible one is tried',
  async run([file], values, io) {
    const { error, json } = check(ExplainValues, values);
    const chosen = await chosenReplay({ target: 'auto', ...values });
    await withSession(file!, values, async (session) => {
      const conversation = conversationOf(session, values);
      const { branch } = conversation;
      const options = { replay: chosen.options, ...(branch === undefined ? {} : { branch }), ...(values.target === undefined ? {} : { target: serializerFor(conversation, chosen).id }) };
      if (json) { await stream(io, pieces(jsonText(await explainJson(session, error, options))), '\n'); return; }
      const places = await explainPlaces(session, error, options);
      if (places.length === 0) await io.out('The message names no place, id or rule that is known here.\n');
      for (const place of places) {
        const at = place.line === undefined ? 'no line' : `line ${place.line}, column ${place.column ?? 1}`;
        const rule = place.rule === undefined ? '' : ` [${place.rule}]`;
        await io.out(`${paint(io.colour, 'bold', at)}  ${place.target} ${printable(place.wirePath ?? '')}  ${Math.round(place.confidence * 100)} %: ${printable(place.reason)}${rule}\n`);
      }
    });
    return 0;
  },
};
