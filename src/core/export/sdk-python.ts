import { commentLine, type SdkApi, type SdkCall } from './sdk-call.ts';

interface Sdk {
  readonly install: string;
  readonly imports: readonly string[];
  readonly body: (call: SdkCall) => readonly string[];
}

const STREAM_OR_ANSWER: readonly string[] = [
  'if request.get("stream"):', '    for event in answer:', '        print(event.model_dump_json())', 'else:', '    print(answer.model_dump_json(indent=2))',
];

const SDKS: Readonly<Record<SdkApi, Sdk>> = {
  'anthropic-messages': {
    install: 'anthropic', imports: ['from anthropic import Anthropic'],
    body: (call) => [client('Anthropic', call), '', `answer = client.messages.create(**request${headersOf(call)})`, ...STREAM_OR_ANSWER],
  },
  'openai-responses': {
    install: 'openai', imports: ['from openai import OpenAI'],
    body: (call) => [client('OpenAI', call), '', `answer = client.responses.create(**request${headersOf(call)})`, ...STREAM_OR_ANSWER],
  },
  'openai-chat': {
    install: 'openai', imports: ['from openai import OpenAI'],
    body: (call) => [client('OpenAI', call), '', `answer = client.chat.completions.create(**request${headersOf(call)})`, ...STREAM_OR_ANSWER],
  },
  gemini: {
    install: 'google-genai', imports: ['from google import genai'],
    body: (call) => [
      `client = genai.Client(api_key=${env(call.keyVariable)})`, '',
      '# The API has the parameters beside the contents, the SDK in one config.',
      'contents = request.pop("contents")', 'config = {**request.pop("generationConfig", {}), **request}',
      `answer = client.models.generate_content(model=${text(call.model)}, contents=contents, config=config)`,
      'print(answer.model_dump_json(indent=2))',
    ],
  },
  'mistral-chat': {
    install: 'mistralai', imports: ['from mistralai import Mistral'],
    body: (call) => [
      `client = Mistral(api_key=${env(call.keyVariable)})`, '',
      'if request.pop("stream", False):', '    for event in client.chat.stream(**request):', '        print(event.model_dump_json())',
      'else:', '    print(client.chat.complete(**request).model_dump_json(indent=2))',
    ],
  },
  'bedrock-converse': {
    install: 'boto3', imports: ['import base64', 'import boto3'],
    body: (call) => [
      '# Credentials and region come from the environment, as with every AWS SDK.',
      'client = boto3.client("bedrock-runtime")', '', '',
      'def with_bytes(block):', '    """JSON has bytes as base64, the SDK wants them as bytes."""',
      '    for kind, value in block.items():', '        if not isinstance(value, dict):', '            continue',
      '        source = value.get("source")', '        if isinstance(source, dict) and isinstance(source.get("bytes"), str):', '            source["bytes"] = base64.b64decode(source["bytes"])',
      '        if kind == "reasoningContent" and isinstance(value.get("redactedContent"), str):', '            value["redactedContent"] = base64.b64decode(value["redactedContent"])',
      '        if kind == "toolResult":', '            for part in value.get("content", []):', '                with_bytes(part)', '', '',
      'for message in request.get("messages", []):', '    for block in message.get("content", []):', '        with_bytes(block)', '',
      `answer = client.converse(**{"modelId": ${text(call.model)}, **request})`,
      'print(json.dumps(answer, indent=2, default=str))',
    ],
  },
};

/** A Python program that sends the request of the file beside it. The key is read from the environment when it runs. */
export function sdkPython(call: SdkCall): string {
  const { install, imports, body } = SDKS[call.api];
  const needs = call.keyVariable === undefined ? 'AWS credentials in the environment' : `the environment variable ${call.keyVariable}`;
  return [
    ...call.notes.map((note) => commentLine('#', note)),
    commentLine('#', `Needs the package ${install} and ${needs}; the request stands in ${call.file}, beside this file.`),
    'import json', ...(call.keyVariable === undefined ? [] : ['import os']), 'from pathlib import Path', '', ...imports, '',
    `request = json.loads(Path(__file__).with_name(${text(call.file)}).read_text(encoding="utf-8"))`,
    ...body(call), '',
  ].join('\n');
}

function client(name: string, { keyVariable, base }: SdkCall): string {
  const address = base === undefined ? '' : `, base_url=os.environ.get(${text(base.variable)}, ${text(base.address)})`;
  return `client = ${name}(api_key=${env(keyVariable)}${address})`;
}

function headersOf({ headers }: SdkCall): string {
  const members = Object.entries(headers).map(([name, value]) => `${text(name)}: ${text(value)}`);
  return members.length === 0 ? '' : `, extra_headers={${members.join(', ')}}`;
}

function env(variable: string | undefined): string {
  return variable === undefined ? 'None' : `os.environ[${text(variable)}]`;
}

/** A string literal: every spelling that JSON has, Python has too. */
function text(value: string): string {
  return JSON.stringify(value);
}
