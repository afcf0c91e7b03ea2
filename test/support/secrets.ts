/** Made-up secrets, put together at run time: none of them opens anything, and none stands in a file as a whole. */
const letters = (length: number, seed = 7): string => {
  const set = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  let x = seed;
  return Array.from({ length }, () => { x = (Math.imul(x, 1103515245) + 12345) >>> 0; return set[(x >>> 16) % set.length]; }).join('');
};
const base64url = (text: string): string => Buffer.from(text).toString('base64url');

export const SECRETS = {
  'anthropic-key': `sk-${'ant'}-api03-${letters(93)}AA`,
  'openrouter-key': `sk-${'or'}-v1-${letters(48, 3)}`,
  'api-key': `sk-${'proj'}-${letters(40, 4)}`,
  'authorization-header': letters(24, 5),
  'api-key-header': letters(20, 11),
  'bearer-token': letters(32, 6),
  jwt: `${base64url('{"alg":"HS256","typ":"JWT"}')}.${base64url('{"sub":"1234567890","name":"Nobody"}')}.${letters(43, 8)}`,
  'private-key': `MIIEpAIBAAKCAQEA${letters(64, 9)}\n${letters(64, 10)}\n`,
  'telegram-token': `123456789:AA${letters(33, 12)}`,
  github: `ghp_${letters(36, 13)}`,
  npm: `npm_${letters(36, 14)}`,
  basicauth: `https://deploy:${letters(16, 15)}@registry.example.com`,
} as const;

/** The secrets as they stand in text. */
export const IN_TEXT: Readonly<Record<keyof typeof SECRETS, string>> = {
  ...SECRETS,
  'authorization-header': `Authorization: Basic ${SECRETS['authorization-header']}`,
  'api-key-header': `x-api-key: ${SECRETS['api-key-header']}`,
  'bearer-token': `curl -H "X-Auth: Bearer ${SECRETS['bearer-token']}"`,
  'private-key': `-----BEGIN RSA PRIVATE KEY-----\n${SECRETS['private-key']}-----END RSA PRIVATE KEY-----`,
};
