// Style sheets: `make check-scripts`. Named as the templates name things; order and empty lines are the writer's.
export default {
  extends: ["stylelint-config-standard"],
  ignoreFiles: ["**/vendor/**", ".venv/**", "node_modules/**", "staticfiles/**", "var/**", "dist/**"],
  rules: {
    "declaration-block-single-line-max-declarations": 1,
    "no-descending-specificity": null,
    "selector-class-pattern": null,
    "selector-id-pattern": null,
    "rule-empty-line-before": null,
    "comment-empty-line-before": null,
    "at-rule-empty-line-before": null,
    "declaration-empty-line-before": null,
    "custom-property-empty-line-before": null,
    "media-feature-range-notation": "prefix",
  },
};
