// A record from this device as text: it may have gone through an editor or a shell.

/** UTF-8 or UTF-16, with or without a byte order mark, which is left out.
 * @param {Blob} file */
export async function readText(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new TextDecoder(nameEncoding(bytes)).decode(bytes);
}

/** @param {Uint8Array} bytes */
function nameEncoding([first, second]) {
  if ((first === 0xff && second === 0xfe) || (first === 0x7b && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x7b)) return "utf-16be";
  return "utf-8";
}
