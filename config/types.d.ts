// What scripts find without importing it.

/** What htmx tells of a request and of a swap. */
interface HtmxDetail {
  elt: HTMLElement;
  target: HTMLElement;
  xhr: XMLHttpRequest;
  path: string;
  headers: Record<string, string>;
  timeout: number;
  successful: boolean;
  failed: boolean;
  boosted: boolean;
  shouldSwap: boolean;
  isError: boolean;
  pathInfo: { requestPath: string };
  requestConfig: { elt: HTMLElement; formData: FormData; triggeringEvent?: SubmitEvent };
}

interface HtmxSwap {
  isInlineSwap?: (style: string) => boolean;
  handleSwap?: (style: string, target: HTMLElement, fragment: DocumentFragment) => Node[] | boolean;
}

declare const htmx: {
  process(element: Element): void;
  trigger(element: Element, name: string, detail?: object): boolean;
  defineExtension(name: string, extension: HtmxSwap): void;
  ajax(method: string, path: string, context: object): Promise<void>;
};

interface DocumentEventMap {
  "htmx:configRequest": CustomEvent<HtmxDetail>;
  "htmx:beforeRequest": CustomEvent<HtmxDetail>;
  "htmx:beforeSend": CustomEvent<HtmxDetail>;
  "htmx:afterRequest": CustomEvent<HtmxDetail>;
  "htmx:responseError": CustomEvent<HtmxDetail>;
  "htmx:sendError": CustomEvent<HtmxDetail>;
  "htmx:timeout": CustomEvent<HtmxDetail>;
  "htmx:beforeSwap": CustomEvent<HtmxDetail>;
  "htmx:afterSwap": CustomEvent<HtmxDetail>;
  "htmx:afterSettle": CustomEvent<HtmxDetail>;
}
