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

// What a service worker finds: TypeScript's own types of it contradict those of pages.

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface PushMessageData {
  json(): any;
}

interface FetchEvent extends ExtendableEvent {
  request: Request;
  resultingClientId: string;
  respondWith(answer: Promise<Response>): void;
}

interface WorkerEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: ExtendableEvent & { data: any };
  push: ExtendableEvent & { data: PushMessageData | null };
  notificationclick: ExtendableEvent & { notification: Notification };
  pushsubscriptionchange: ExtendableEvent & {
    oldSubscription?: PushSubscription | null;
    newSubscription?: PushSubscription | null;
  };
  sync: ExtendableEvent & { tag: string };
}

interface WindowClient {
  url: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    get(id: string): Promise<WindowClient | undefined>;
    matchAll(options: object): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(name: Name, heard: (event: WorkerEvents[Name]) => void): void;
}
