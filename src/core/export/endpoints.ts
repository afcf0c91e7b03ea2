import type { Recorded } from '../model/turn.ts';
import type { Serializer } from '../replay/serializer.ts';

/** One header: a fixed value, or the environment variable that holds the key (never the key). */
export interface Header { readonly name: string; readonly value: string; readonly keyVariable?: string }
/** Where a request goes. `baseVariable` lets a gateway take the host's place. */
export interface Endpoint { readonly base: string; readonly baseVariable: string; readonly path: string; readonly headers: readonly Header[] }

const bearer = (keyVariable: string): Header => ({ name: 'authorization', value: 'Bearer ', keyVariable });
const key = (name: string, keyVariable: string): Header => ({ name, value: '', keyVariable });
const MESSAGES: Header = { name: 'anthropic-version', value: '2023-06-01' };

/**
 * The HTTP endpoint of a target, or undefined where its request is no HTTP body (a client library's context) or needs signed
 * headers (Bedrock). Hosts, versions and header names as the vendors document them, 2026-11-30.
 */
export function endpointOf(serializer: Pick<Serializer, 'id' | 'api'>, recorded: Recorded, model: string | undefined): Endpoint | undefined {
  const deepseek = serializer.id.startsWith('dsh/');
  switch (serializer.api) {
    case 'anthropic-messages': {
      const headers = [key('x-api-key', deepseek ? 'DEEPSEEK_API_KEY' : 'ANTHROPIC_API_KEY'), MESSAGES, ...betaHeader(recorded)];
      return deepseek ? { base: 'https://api.deepseek.com/anthropic', baseVariable: 'DEEPSEEK_ANTHROPIC_BASE_URL', path: '/v1/messages', headers }
        : { base: 'https://api.anthropic.com', baseVariable: 'ANTHROPIC_BASE_URL', path: '/v1/messages', headers };
    }
    case 'openai-responses': return { base: 'https://api.openai.com/v1', baseVariable: 'OPENAI_BASE_URL', path: '/responses', headers: [bearer('OPENAI_API_KEY')] };
    case 'openai-chat': return deepseek ? { base: 'https://api.deepseek.com', baseVariable: 'DEEPSEEK_BASE_URL', path: '/chat/completions', headers: [bearer('DEEPSEEK_API_KEY')] }
      : { base: 'https://api.openai.com/v1', baseVariable: 'OPENAI_BASE_URL', path: '/chat/completions', headers: [bearer('OPENAI_API_KEY')] };
    case 'gemini': return { base: 'https://generativelanguage.googleapis.com/v1beta', baseVariable: 'GEMINI_BASE_URL', path: `/models/${encodeURIComponent(model ?? 'MODEL')}:generateContent`, headers: [key('x-goog-api-key', 'GEMINI_API_KEY')] };
    case 'mistral-chat': return { base: 'https://api.mistral.ai/v1', baseVariable: 'MISTRAL_BASE_URL', path: '/chat/completions', headers: [bearer('MISTRAL_API_KEY')] };
    case 'bedrock-converse': case 'dsh': case 'pi-ai': return undefined;
  }
}

/** The betas that the recorded request asked for. Session text is hostile: only plain beta names pass. */
function betaHeader(recorded: Recorded): readonly Header[] {
  const { params } = recorded;
  const names = ['anthropic-beta', 'anthropic_beta', 'betas'].map((name) => params?.[name])
    .flatMap((value) => typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [])
    .filter((name): name is string => typeof name === 'string').map((name) => name.trim()).filter((name) => /^[A-Za-z0-9._-]{1,80}$/.test(name));
  return names.length === 0 ? [] : [{ name: 'anthropic-beta', value: [...new Set(names)].join(',') }];
}
