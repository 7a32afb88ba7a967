// For the type checker: the library's own types, and what Stimulus adds to a controller by its targets and values.
import { Controller as Bare } from "@hotwired/stimulus";
export { Application } from "@hotwired/stimulus";

export class Controller<E extends Element = HTMLElement> extends Bare<E> {
  [target: `${string}Target`]: any;
  [targets: `${string}Targets`]: any[];
  [value: `${string}Value`]: any;
  [outlet: `${string}Outlet`]: any;
}
