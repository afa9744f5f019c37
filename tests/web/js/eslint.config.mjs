import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/vendor/**"] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, sourceType: "module", globals: { ...globals.browser, ...globals.node } },
    rules: {
      eqeqeq: "error", "no-var": "error", "prefer-const": "error", "no-shadow": "error", "max-len": ["error", 200],
      "no-implicit-globals": "error", "no-empty": ["error", { allowEmptyCatch: true }],
    },
  },
];
