import { invalid } from "./problems.ts";

const SECONDS_MAX = 1_000_000; // more than timers can count makes them go off at once

/** A time limit that a timer can hold. */
export function checkSeconds(seconds: number): number {
  if (!(seconds > 0 && seconds <= SECONDS_MAX)) {
    throw invalid(`timeoutSeconds is a number above 0, up to ${SECONDS_MAX}, not ${seconds}.`, "timeoutSeconds");
  }
  return seconds;
}

/** A signal that the caller's ends, or the time that one try may take. */
export function limited(signal: AbortSignal | undefined, timeoutSeconds: number): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
  return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
}

/** Waits, unless the caller ends it. */
export function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", ended);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", ended, { once: true });
    if (signal?.aborted) {
      ended();
    }
  });
}
