// npm run test:fuzz: the property tests with at least 10,000 generated sessions (FUZZ_RUNS sets the number), in pieces with a seed each.
import { spawnSync } from 'node:child_process';

const runs = Number(process.env.FUZZ_RUNS ?? 10_000);
const piece = 2_500;
let failed = 0;
for (let done = 0; done < runs; done += piece) {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31) + done;
  console.log(`${Math.min(piece, runs - done)} sessions, seed ${seed}`);
  const { status } = spawnSync(process.execPath, ['.ci/test.mjs', 'core/invariants', 'differential'], { stdio: 'inherit', env: { ...process.env, FUZZ_RUNS: String(Math.min(piece, runs - done)), FUZZ_SEED: String(seed) } });
  if (status !== 0) failed++;
}
process.exit(failed === 0 ? 0 : 1);
