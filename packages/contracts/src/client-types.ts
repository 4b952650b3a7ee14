import type { z } from 'zod';
import type { RouteSpec } from './core/route.ts';
import type { AnyRoute } from './routes.ts';

/** Types of the browser's API client, derived from the route table. Only types are imported, so no schema reaches the browser. */
export type RouteKey = AnyRoute extends infer R extends RouteSpec
  ? R extends RouteSpec
    ? `${R['method']} ${R['path']}`
    : never
  : never;

type RouteOf<K extends RouteKey> = AnyRoute extends infer R
  ? R extends RouteSpec
    ? `${R['method']} ${R['path']}` extends K
      ? R
      : never
    : never
  : never;

type Input<S> = S extends z.ZodType ? z.input<S> : never;
type OkStatus = 200 | 201 | 204;

/** The input of a call, with only those members that the route defines. */
export type CallInput<K extends RouteKey> = (RouteOf<K> extends { params: infer P }
  ? { params: Input<P> }
  : unknown) &
  (RouteOf<K> extends { query: infer Q } ? { query?: Input<Q> } : unknown) &
  (RouteOf<K> extends { body: infer B } ? { body: Input<B> } : unknown) &
  (RouteOf<K> extends { upload: object } ? { upload: Blob } : unknown);

/** The result of a call: the body of the route's 2xx response. */
export type CallReply<K extends RouteKey> =
  RouteOf<K> extends { replies: infer R }
    ? {
        [S in keyof R]: S extends OkStatus ? (R[S] extends z.ZodType ? z.output<R[S]> : undefined) : never;
      }[keyof R]
    : never;
