import type { ReplayOptions } from '../../replay/serializer.ts';
import { literal, textFacts, type Wire } from '../../replay/wire.ts';
import type { Conversation } from '../../turns/conversation.ts';
import { recordedParams } from './parameters.ts';

/** Where Claude is served: Anthropic itself, Bedrock's InvokeModel, Vertex' rawPredict. */
export type Platform = 'direct' | 'bedrock' | 'vertex';

export const PLATFORMS: readonly Platform[] = ['direct', 'bedrock', 'vertex'];

/** The value that each platform wants in the body; there the model stands in the address (vendor documentation, 2026-11). */
const VERSIONS: Readonly<Record<Exclude<Platform, 'direct'>, string>> = { bedrock: 'bedrock-2023-05-31', vertex: 'vertex-2023-10-16' };

/** The platform asked for by `--options {"platform": …}`; without one that of a recorded body, which says it in `anthropic_version`. */
export function platformOf(conversation: Conversation, options: ReplayOptions): Platform {
  const asked = PLATFORMS.find((platform) => platform === options.extra.platform);
  if (asked !== undefined) return asked;
  const version = recordedParams(conversation)?.anthropic_version;
  return PLATFORMS.find((platform) => platform !== 'direct' && typeof version === 'string' && version.startsWith(platform)) ?? 'direct';
}

/** The body's members for model and version, with the other parameters as they are. */
export function onPlatform(platform: Platform, model: string, parameters: { readonly [key: string]: Wire | undefined }): { [key: string]: Wire } {
  const rest = Object.fromEntries(Object.entries(parameters).filter((entry): entry is [string, Wire] => entry[1] !== undefined && entry[0] !== 'anthropic_version'));
  if (platform === 'direct') return { model, ...rest };
  const known = parameters.anthropic_version;
  // A recorded version is kept as it is, unless it is that of another platform.
  const version = known !== undefined && textFacts(known)?.inline?.startsWith(platform) === true ? known : literal(VERSIONS[platform]);
  return { anthropic_version: version, ...rest };
}
