import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["config/static/vendor/", ".venv/", ".practice/", "var/", "dist/"] },
  // Still classic scripts, with names of one another.
  { ignores: ["config/static/site/*.js", "!config/static/site/main.js", "tests/"] },
  { ignores: ["games/pwa/", "games/replays/"] },
  js.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, htmx: "readonly" } },
    rules: { eqeqeq: "error", "no-var": "error", "prefer-const": "error", "no-empty": ["error", { allowEmptyCatch: true }] },
  },
];
