import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { writeReplay } from '../../src/core/replay/replay.ts';
import { DEFAULT_OPTIONS } from '../../src/core/replay/serializer.ts';
import { requestString } from '../../src/core/replay/write-request.ts';
import type { Json, JsonObject } from '../../src/core/model/json.ts';
import { targetById } from '../../src/core/targets/index.ts';
import { readBytes } from '../support/sessions.ts';

/**
 * Contexts given to pi-ai 1.6.0 and 0.73.1 as a library, and the bodies that they sent for every API (recorded on a loopback server; bedrock by its payload hook).
 * `body.<target>.0.73.1.json` is there where the older release differs. `$self.*` in a context stands for the identity of the target, or a signature of its shape.
 * The call was `streamSimple(model, context, { reasoning: 'low', maxTokens: 4096, sessionId: 'sess-fixed' })`: what the targets take by default.
 */
const ROOT = join('test', 'golden', 'pi', 'lib');
const json = (...path: readonly string[]): JsonObject => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8')) as JsonObject;
const MODELS = json('targets.json');
const SIGNATURES = json('signatures.json');
const counts = new Map<string, { exact: number; total: number }>();

function filled(text: string, model: JsonObject): string {
  const signs = SIGNATURES[model.api as string] as JsonObject;
  const self: JsonObject = { api: model.api, provider: model.provider, model: model.id, ...signs };
  return JSON.stringify(JSON.parse(text, (_key, value: unknown) => typeof value === 'string' && value.startsWith('$self.') ? self[value.slice(6)] : value));
}

for (const name of readdirSync(ROOT).filter((entry) => existsSync(join(ROOT, entry, 'context.json'))).sort()) {
  for (const file of readdirSync(join(ROOT, name)).filter((entry) => entry.startsWith('body.')).sort()) {
    const target = file.replace(/^body\.|(\.0\.73\.1)?\.json$/g, '');
    const model = MODELS[target] as JsonObject;
    const api = model.api as string;
    // pi's own protocol sends the messages as they are: there is nothing to serialise.
    if (api === 'pi-messages') continue;
    const own = file.endsWith('.0.73.1.json');
    const differs = !own && existsSync(join(ROOT, name, `body.${target}.0.73.1.json`));
    for (const variant of own ? ['0.73.1'] : differs ? ['1.6.0'] : ['1.6.0', '0.73.1']) {
      test(`pi-ai ${variant} ${target}: ${name}`, async () => {
        const kind = `${api} ${variant}`;
        const count = counts.get(kind) ?? { exact: 0, total: 0 };
        counts.set(kind, { ...count, total: count.total + 1 });
        const session = await readBytes(filled(readFileSync(join(ROOT, name, 'context.json'), 'utf8'), model), 'context.json');
        assert.equal(session.format.id, 'pi-ai-context');
        const serializer = targetById(`pi-ai/${api}`);
        assert.ok(serializer, `no target pi-ai/${api}`);
        const replay = writeReplay(session.conversation(), serializer, { ...DEFAULT_OPTIONS, variant, extra: { model } });
        const expected = json(name, file);
        if (typeof expected.$error === 'string') {
          assert.equal(replay.outcome, 'rejected', 'the client fails on it');
          assert.equal(replay.rejection?.message, expected.$error.replace(/^throw: /, ''));
        } else {
          assert.equal(replay.outcome, 'ok', replay.rejection?.message);
          assert.deepEqual(JSON.parse(await requestString(replay.template!, session.loader)) as Json, expected);
        }
        counts.set(kind, { exact: counts.get(kind)!.exact + 1, total: counts.get(kind)!.total });
      });
    }
  }
}

after(() => {
  for (const [kind, { exact, total }] of [...counts].sort()) console.log(`pi-ai ${kind}: ${exact} of ${total} bodies exact`);
});

test('bodies of seven APIs in two releases are compared', () => {
  assert.equal(counts.size, 14);
});
