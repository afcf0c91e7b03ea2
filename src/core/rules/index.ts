import { messageEmptyContent } from './anthropic/message-empty-content.ts';
import { prefillUnsupported } from './anthropic/prefill-unsupported.ts';
import { redactedThinkingAltered } from './anthropic/redacted-thinking-altered.ts';
import { systemRolePlacement } from './anthropic/system-role-placement.ts';
import { systemRoleUnsupported } from './anthropic/system-role-unsupported.ts';
import { textEmpty } from './anthropic/text-empty.ts';
import { textWhitespaceOnly } from './anthropic/text-whitespace-only.ts';
import { thinkingDisabledFinalThinking } from './anthropic/thinking-disabled-final-thinking.ts';
import { thinkingForeignSignature } from './anthropic/thinking-foreign-signature.ts';
import { thinkingMissingInToolLoop } from './anthropic/thinking-missing-in-tool-loop.ts';
import { thinkingModifiedLatest } from './anthropic/thinking-modified-latest.ts';
import { thinkingPrefixChanged } from './anthropic/thinking-prefix-changed.ts';
import { thinkingSignatureInvalid } from './anthropic/thinking-signature-invalid.ts';
import { thinkingSignatureMalformed } from './anthropic/thinking-signature-malformed.ts';
import { thinkingSignatureMissing } from './anthropic/thinking-signature-missing.ts';
import { toolResultDuplicate } from './anthropic/tool-result-duplicate.ts';
import { toolResultMissing } from './anthropic/tool-result-missing.ts';
import { toolResultNotFirst } from './anthropic/tool-result-not-first.ts';
import { toolResultOrphan } from './anthropic/tool-result-orphan.ts';
import { toolUseIdDuplicate } from './anthropic/tool-use-id-duplicate.ts';
import { toolUseInputNotObject } from './anthropic/tool-use-input-not-object.ts';
import { bedrockContentEmpty } from './bedrock/content-empty.ts';
import { errorResultEmpty } from './bedrock/error-result-empty.ts';
import { bedrockFirstUser } from './bedrock/first-user.ts';
import { bedrockPrefillUnsupported } from './bedrock/prefill-unsupported.ts';
import { bedrockRolesAlternate } from './bedrock/roles-alternate.ts';
import { bedrockTextBlank } from './bedrock/text-blank.ts';
import { toolInputNotObject } from './bedrock/tool-input-not-object.ts';
import { toolResultCountExceeds } from './bedrock/tool-result-count-exceeds.ts';
import { bedrockToolResultMissing } from './bedrock/tool-result-missing.ts';
import { toolconfigMissing } from './bedrock/toolconfig-missing.ts';
import { clientAddedOnWire } from './client/added-on-wire.ts';
import { clientChangedOnWire } from './client/changed-on-wire.ts';
import { clientNotRecorded } from './client/not-recorded.ts';
import { clientThinkingLeftOut } from './client/thinking-left-out.ts';
import { deepseekReasoningContentMissing } from './deepseek/reasoning-content-missing.ts';
import { dshArgumentsReplaced } from './dsh/arguments-replaced.ts';
import { dshAssistantUnknownBlock } from './dsh/assistant-unknown-block.ts';
import { dshAssistantsMerged } from './dsh/assistants-merged.ts';
import { dshEmptyUser } from './dsh/empty-user.ts';
import { dshForeignReasoning } from './dsh/foreign-reasoning.ts';
import { dshImageNotInFile } from './dsh/image-not-in-file.ts';
import { dshImageOmitted } from './dsh/image-omitted.ts';
import { dshInputAssistantBlock } from './dsh/input-assistant-block.ts';
import { dshInputUnknownBlock } from './dsh/input-unknown-block.ts';
import { dshNoDshBlock } from './dsh/no-dsh-block.ts';
import { dshNoOutput } from './dsh/no-output.ts';
import { dshPairingRepaired } from './dsh/pairing-repaired.ts';
import { dshReplayStateUnusable } from './dsh/replay-state-unusable.ts';
import { dshSignatureLeftOut } from './dsh/signature-left-out.ts';
import { dshSystemAsUser } from './dsh/system-as-user.ts';
import { dshSystemSuperseded } from './dsh/system-superseded.ts';
import { dshSystemUpdateMoved } from './dsh/system-update-moved.ts';
import { argsNotObject } from './gemini/args-not-object.ts';
import { emptyParts } from './gemini/empty-parts.ts';
import { endsWithModelTurn } from './gemini/ends-with-model-turn.ts';
import { functionResponseCount } from './gemini/function-response-count.ts';
import { functionResponseName } from './gemini/function-response-name.ts';
import { functionTurnOrder } from './gemini/function-turn-order.ts';
import { responseMedia } from './gemini/response-media.ts';
import { thoughtSignatureMissing } from './gemini/thought-signature-missing.ts';
import { groqReasoningContentUnsupported } from './groq/reasoning-content-unsupported.ts';
import { loneSurrogate } from './json/lone-surrogate.ts';
import { kimiReasoningContentMissing } from './kimi/reasoning-content-missing.ts';
import { minimaxSystemRole } from './minimax/system-role.ts';
import { callResponseCount } from './mistral/call-response-count.ts';
import { mistralLastRole } from './mistral/last-role.ts';
import { toolAfterUser } from './mistral/tool-after-user.ts';
import { mistralToolIdFormat } from './mistral/tool-id-format.ts';
import { userAfterTool } from './mistral/user-after-tool.ts';
import { imageInToolMessage } from './openai-chat/image-in-tool-message.ts';
import { reasoningLost } from './openai-chat/reasoning-lost.ts';
import { toolCallsUnanswered } from './openai-chat/tool-calls-unanswered.ts';
import { toolMessageOrphan } from './openai-chat/tool-message-orphan.ts';
import { functionOutputMissing } from './openai-responses/function-output-missing.ts';
import { functionOutputOrphan } from './openai-responses/function-output-orphan.ts';
import { itemIdNotPersisted } from './openai-responses/item-id-not-persisted.ts';
import { itemMissingRequiredReasoning } from './openai-responses/item-missing-required-reasoning.ts';
import { reasoningWithoutFollowingItem } from './openai-responses/reasoning-without-following-item.ts';
import { agentMessageIgnored } from './opencodex/agent-message-ignored.ts';
import { blocksReordered } from './opencodex/blocks-reordered.ts';
import { itemIgnored } from './opencodex/item-ignored.ts';
import { reasoningBeforeBoundaryLost } from './opencodex/reasoning-before-boundary-lost.ts';
import { signatureRemoved } from './opencodex/signature-removed.ts';
import { signedContentAltered } from './opencodex/signed-content-altered.ts';
import { thinkingLeftOut } from './opencodex/thinking-left-out.ts';
import { toolPairSplit } from './opencodex/tool-pair-split.ts';
import { piCallIdNormalized } from './pi-ai/call-id-normalized.ts';
import { piErroredAnswer } from './pi-ai/errored-answer.ts';
import { piFillerInserted } from './pi-ai/filler-inserted.ts';
import { piForeignThinking } from './pi-ai/foreign-thinking.ts';
import { piImageOmitted } from './pi-ai/image-omitted.ts';
import { piImagesMoved } from './pi-ai/images-moved.ts';
import { piResultInserted } from './pi-ai/result-inserted.ts';
import { piSignatureLeftOut } from './pi-ai/signature-left-out.ts';
import { piSignedContentAltered } from './pi-ai/signed-content-altered.ts';
import { piSystemCollapsed } from './pi-ai/system-collapsed.ts';
import { piThinkingAsText } from './pi-ai/thinking-as-text.ts';
import { piThinkingLeftOut } from './pi-ai/thinking-left-out.ts';
import { piUnknownBlock } from './pi-ai/unknown-block.ts';
import { qwenArgumentsNotJson } from './qwen/arguments-not-json.ts';
import { referenceAgentMessageBoundary } from './reference/agent-message-boundary.ts';
import { referenceAgentMessageMoved } from './reference/agent-message-moved.ts';
import { referenceAgentMessagePlaceholder } from './reference/agent-message-placeholder.ts';
import { referenceBaseInstructions } from './reference/base-instructions.ts';
import { referenceContentNotRepresentable } from './reference/content-not-representable.ts';
import { referenceImageNotInFile } from './reference/image-not-in-file.ts';
import { referenceInputAssistantBlock } from './reference/input-assistant-block.ts';
import { referenceInputUnknownBlock } from './reference/input-unknown-block.ts';
import { referenceReasoningForeignKept } from './reference/reasoning-foreign-kept.ts';
import { referenceSystemNotText } from './reference/system-not-text.ts';
import { referenceThinkingForeign } from './reference/thinking-foreign.ts';
import { referenceThinkingStripped } from './reference/thinking-stripped.ts';
import { referenceThinkingUnknownKind } from './reference/thinking-unknown-kind.ts';
import { referenceThinkingUnsigned } from './reference/thinking-unsigned.ts';
import { referenceToolStub } from './reference/tool-stub.ts';
import { referenceToolsNotRecorded } from './reference/tools-not-recorded.ts';
import type { Rule } from './rule.ts';
import { sessionShadowed } from './session/shadowed.ts';
import { xaiEmptyContent } from './xai/empty-content.ts';

/** Every rule, sorted by id: the sole authority. */
export const RULES: readonly Rule[] = [
  messageEmptyContent,
  prefillUnsupported,
  redactedThinkingAltered,
  systemRolePlacement,
  systemRoleUnsupported,
  textEmpty,
  textWhitespaceOnly,
  thinkingDisabledFinalThinking,
  thinkingForeignSignature,
  thinkingMissingInToolLoop,
  thinkingModifiedLatest,
  thinkingPrefixChanged,
  thinkingSignatureInvalid,
  thinkingSignatureMalformed,
  thinkingSignatureMissing,
  toolResultDuplicate,
  toolResultMissing,
  toolResultNotFirst,
  toolResultOrphan,
  toolUseIdDuplicate,
  toolUseInputNotObject,
  bedrockContentEmpty,
  errorResultEmpty,
  bedrockFirstUser,
  bedrockPrefillUnsupported,
  bedrockRolesAlternate,
  bedrockTextBlank,
  toolInputNotObject,
  toolResultCountExceeds,
  bedrockToolResultMissing,
  toolconfigMissing,
  clientAddedOnWire,
  clientChangedOnWire,
  clientNotRecorded,
  clientThinkingLeftOut,
  deepseekReasoningContentMissing,
  dshArgumentsReplaced,
  dshAssistantUnknownBlock,
  dshAssistantsMerged,
  dshEmptyUser,
  dshForeignReasoning,
  dshImageNotInFile,
  dshImageOmitted,
  dshInputAssistantBlock,
  dshInputUnknownBlock,
  dshNoDshBlock,
  dshNoOutput,
  dshPairingRepaired,
  dshReplayStateUnusable,
  dshSignatureLeftOut,
  dshSystemAsUser,
  dshSystemSuperseded,
  dshSystemUpdateMoved,
  argsNotObject,
  emptyParts,
  endsWithModelTurn,
  functionResponseCount,
  functionResponseName,
  functionTurnOrder,
  responseMedia,
  thoughtSignatureMissing,
  groqReasoningContentUnsupported,
  loneSurrogate,
  kimiReasoningContentMissing,
  minimaxSystemRole,
  callResponseCount,
  mistralLastRole,
  toolAfterUser,
  mistralToolIdFormat,
  userAfterTool,
  imageInToolMessage,
  reasoningLost,
  toolCallsUnanswered,
  toolMessageOrphan,
  functionOutputMissing,
  functionOutputOrphan,
  itemIdNotPersisted,
  itemMissingRequiredReasoning,
  reasoningWithoutFollowingItem,
  agentMessageIgnored,
  blocksReordered,
  itemIgnored,
  reasoningBeforeBoundaryLost,
  signatureRemoved,
  signedContentAltered,
  thinkingLeftOut,
  toolPairSplit,
  piCallIdNormalized,
  piErroredAnswer,
  piFillerInserted,
  piForeignThinking,
  piImageOmitted,
  piImagesMoved,
  piResultInserted,
  piSignatureLeftOut,
  piSignedContentAltered,
  piSystemCollapsed,
  piThinkingAsText,
  piThinkingLeftOut,
  piUnknownBlock,
  qwenArgumentsNotJson,
  referenceAgentMessageBoundary,
  referenceAgentMessageMoved,
  referenceAgentMessagePlaceholder,
  referenceBaseInstructions,
  referenceContentNotRepresentable,
  referenceImageNotInFile,
  referenceInputAssistantBlock,
  referenceInputUnknownBlock,
  referenceReasoningForeignKept,
  referenceSystemNotText,
  referenceThinkingForeign,
  referenceThinkingStripped,
  referenceThinkingUnknownKind,
  referenceThinkingUnsigned,
  referenceToolStub,
  referenceToolsNotRecorded,
  sessionShadowed,
  xaiEmptyContent,
];

export function ruleById(id: string): Rule | undefined {
  return RULES.find((rule) => rule.id === id);
}

/** The family of a rule: the part of its id before the slash. */
export function familyOf(rule: Rule): string {
  return rule.id.slice(0, rule.id.indexOf('/'));
}
