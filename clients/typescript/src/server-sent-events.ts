/** One event of a stream. */
export interface ServerSentEvent {
  event: string;
  id: string;
  data: string;
}

/** The events of an answer, until it ends. Who stops reading ends the request. */
export async function* readEvents(answer: Response): AsyncGenerator<ServerSentEvent, void, undefined> {
  let fields: Partial<Record<string, string>> = {};
  for await (const line of readLines(answer)) {
    if (line !== "") {
      const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      fields[name] = name === "data" && fields["data"] !== undefined ? `${fields["data"]}\n${value}` : value;
    } else {
      const { event, id = "", data = "" } = fields;
      fields = {};
      if (event !== undefined) {
        yield { event, id, data };
      }
    }
  }
}

async function* readLines(answer: Response): AsyncGenerator<string, void, undefined> {
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        yield line.endsWith("\r") ? line.slice(0, -1) : line;
      }
    }
  } finally {
    await reader?.cancel().catch(() => undefined); // it may be broken already
  }
}
