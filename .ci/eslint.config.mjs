// Lint configuration: type-aware where it pays, no formatting rules.
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', 'test/vscode-host/**', 'test/sdk-types/**', 'test/artefacts/**', 'media/**'] },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx', 'test/**/*.ts'],
    extends: [tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-floating-promises': 'error',
      'no-control-regex': 'off',
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', { selector: 'TSEnumDeclaration', message: 'use a string union' }, { selector: 'ExportDefaultDeclaration', message: 'no default exports' }],
    },
    languageOptions: { parserOptions: { project: ['core', 'node', 'webview', 'test'].map((realm) => fileURLToPath(new URL(`tsconfig.${realm}.json`, import.meta.url))) } },
  },
  { files: ['test/**/*.ts'], rules: { '@typescript-eslint/no-floating-promises': 'off' } },
  {
    files: ['src/core/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', 'process', 'Buffer', 'window', 'document', 'performance', 'setTimeout', 'setInterval', 'crypto', 'fetch'],
      'no-restricted-properties': ['error', { object: 'Date', property: 'now' }, { object: 'Math', property: 'random' }],
    },
  },
);
