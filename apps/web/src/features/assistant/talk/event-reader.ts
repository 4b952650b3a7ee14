/** One server-sent event: its id and its data. */
export interface ServerEvent {
  id: string | null;
  data: string;
}

const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;

/**
 * Parses server-sent events from response bytes even if the network splits them within a character, a line break or a field. Does not emit
 * incomplete events.
 */
export class EventReader {
  #decoder = new TextDecoder();
  #line = '';
  #wasReturn = false;
  #id: string | null = null;
  #data: string[] = [];

  push(bytes: Uint8Array): ServerEvent[] {
    const events: ServerEvent[] = [];
    const text = this.#decoder.decode(bytes, { stream: true });
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code !== LINE_FEED && code !== CARRIAGE_RETURN) {
        this.#wasReturn = false;
        continue;
      }
      const isSecondHalf = code === LINE_FEED && this.#wasReturn;
      this.#wasReturn = code === CARRIAGE_RETURN;
      if (!isSecondHalf) {
        this.#line += text.slice(from, at);
        const event = this.#readLine();
        if (event !== null) events.push(event);
      }
      from = at + 1;
    }
    this.#line += text.slice(from);
    return events;
  }

  #readLine(): ServerEvent | null {
    const line = this.#line;
    this.#line = '';
    if (line === '') {
      const event = this.#data.length > 0 ? { id: this.#id, data: this.#data.join('\n') } : null;
      this.#data = [];
      return event;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.#data.push(value);
    if (name === 'id') this.#id = value;
    return null;
  }
}
