import type { Api } from '../model/block.ts';
import type { Recorded } from '../model/turn.ts';
import type { Serializer } from '../replay/serializer.ts';
import { endpointOf } from './endpoints.ts';

/** The APIs that a vendor's own SDK speaks. */
export type SdkApi = Exclude<Api, 'dsh' | 'pi-ai'>;

/** What code that sends a request through a vendor's SDK needs to know; the request itself stands in a file beside the code. */
export interface SdkCall {
  readonly api: SdkApi;
  readonly model: string;
  /** The environment variable that holds the key; absent where the vendor's SDK finds its credentials itself (AWS). */
  readonly keyVariable?: string;
  /** Where the requests go, and the environment variable through which a gateway takes its place. */
  readonly base?: { readonly address: string; readonly variable: string };
  /** Header values that the recorded request asked for. */
  readonly headers: Readonly<Record<string, string>>;
  /** Name of the file that holds the request. */
  readonly file: string;
  /** Comments above the code: what was redacted. */
  readonly notes: readonly string[];
}

/** Headers that the SDKs set themselves. */
const SET_BY_SDK: readonly string[] = ['anthropic-version'];

/** The call of a target, or undefined where its request is no API's body (a client library's context). */
export function sdkCallOf(serializer: Pick<Serializer, 'id' | 'api'>, recorded: Recorded, model: string | undefined, file: string, notes: readonly string[]): SdkCall | undefined {
  const { api } = serializer;
  if (api === 'dsh' || api === 'pi-ai') return undefined;
  const endpoint = endpointOf(serializer, recorded, model);
  const keyVariable = endpoint?.headers.find((header) => header.keyVariable !== undefined)?.keyVariable;
  const headers = Object.fromEntries((endpoint?.headers ?? []).filter((header) => header.keyVariable === undefined && !SET_BY_SDK.includes(header.name)).map((header) => [header.name, header.value]));
  return {
    api, model: model ?? 'MODEL', headers, file, notes,
    ...(keyVariable === undefined ? {} : { keyVariable }), ...(endpoint === undefined ? {} : { base: { address: endpoint.base, variable: endpoint.baseVariable } }),
  };
}

/** Session text in a comment: one line, whatever is in it. */
export function commentLine(mark: string, note: string): string {
  return `${mark} ${note.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ')}`;
}
