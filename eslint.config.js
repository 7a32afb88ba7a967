import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["config/static/vendor/", ".venv/", ".practice/", "var/", "dist/"] },
  { ignores: ["tests/"] },
  js.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, htmx: "readonly" } },
    rules: { eqeqeq: "error", "no-var": "error", "prefer-const": "error", "no-empty": ["error", { allowEmptyCatch: true }] },
  },
];
