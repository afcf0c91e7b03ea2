// Commands in package.json and in src/host/commands are the same, and each setting is read somewhere.
import { readdirSync, readFileSync } from 'node:fs';

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8'));
const files = readdirSync('src/host/commands').filter((f) => f !== 'index.ts');
const source = files.map((f) => readFileSync(`src/host/commands/${f}`, 'utf8')).join('\n');
const own = new Set([...source.matchAll(/^ {2}id: '(turnlens\.\w+)'|id: '(turnlens\.showLog)'/gm)].map((m) => m[1] ?? m[2]));
for (const [, list] of source.matchAll(/const ACTIONS[^=]*= \[([\s\S]*?)\n\];/g)) for (const [, name] of list.matchAll(/\['(\w+)'/g)) own.add(`turnlens.view.${name}`);
const said = new Set(contributes.commands.map((c) => c.command));
const faults = [];
for (const id of own) if (!said.has(id)) faults.push(`${id} is registered but not in package.json`);
for (const id of said) if (!own.has(id)) faults.push(`${id} is in package.json but not registered`);
for (const { command } of [...contributes.keybindings, ...Object.values(contributes.menus).flat()]) if (!said.has(command)) faults.push(`${command} is bound or in a menu, but is no command`);
const settings = readFileSync('src/host/settings.ts', 'utf8');
for (const key of Object.keys(contributes.configuration.properties)) if (!settings.includes(`'${key.replace('turnlens.', '')}'`)) faults.push(`setting ${key} is never read`);
for (const fault of faults) console.error(fault);
console.log(faults.length === 0 ? `contributions: ${said.size} commands, ${Object.keys(contributes.configuration.properties).length} settings` : `contributions: ${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
