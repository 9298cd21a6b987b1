export { Memory } from "./memory.ts";
export type { CallOptions, MemoryOptions, Rows, WriteOptions } from "./options.ts";
export { Pages, type Paged } from "./pages.ts";
export { Subscription, type SubscribeOptions } from "./subscription.ts";
export { remembrancerTools, type MemoryTool, type ToolInputSchema, type ToolsOptions } from "./tools.ts";
export { RemembrancerError } from "./error.ts";
export * from "./generated/errors.ts";
export type * from "./generated/types.ts";
export type * from "./generated/verbs.ts";
