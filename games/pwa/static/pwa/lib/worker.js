// The service worker's global object, by its own type.
export const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));
