/** Every option of every command: its value's name (none: a switch) and what it does. */
export const OPTIONS = {
  as: { value: 'json|curl|typescript|python', help: 'form of the export (json)' },
  branch: { value: 'LEAF', help: 'branch of the session, by the leaf that inspect lists (the active one)' },
  dialect: { value: 'D', help: 'dialect of the API, where the target has some' },
  error: { value: 'TEXT', help: 'the provider\'s error message' },
  format: { value: 'text|json|sarif', help: 'form of the output (text)' },
  help: { value: undefined, help: 'this text' },
  'input-format': { value: 'ID', help: 'read the file as this format instead of detecting it' },
  json: { value: undefined, help: 'the whole answer as JSON on standard output' },
  mode: { value: 'strict|repair', help: 'change only what the schema cannot express (strict), or apply the rules\' fixes' },
  model: { value: 'M', help: 'model the request is for (the last one recorded)' },
  'no-redact': { value: undefined, help: 'leave secrets in the export' },
  options: { value: 'JSON', help: 'options that only this target has, as a JSON object (see targets)' },
  out: { value: 'PATH', help: 'write to this new file instead of standard output' },
  prompt: { value: 'TEXT', help: 'add a last user turn' },
  target: { value: 'ID', help: 'what to turn the session into (see targets); auto follows the session' },
  thinking: { value: 'as-is|strip', help: 'send thinking as it is, or leave it out' },
  tools: { value: 'recorded|none|stubs|FILE', help: 'tool definitions to send; FILE is a JSON array of them' },
  variant: { value: 'V', help: 'version of the client, where the target has some' },
} as const satisfies Readonly<Record<string, { readonly value: string | undefined; readonly help: string }>>;

export type OptionName = keyof typeof OPTIONS;

/** The options that choose and shape a replay, in every command that makes one. */
export const REPLAY_OPTIONS = ['target', 'model', 'dialect', 'variant', 'mode', 'thinking', 'tools', 'prompt', 'options'] as const satisfies readonly OptionName[];
/** The options of every command that opens a session. */
export const SESSION_OPTIONS = ['input-format', 'branch'] as const satisfies readonly OptionName[];
