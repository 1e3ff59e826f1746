export { defineEntity, defineResource, defineScreen, pathsOf } from './defineResource'
export { SECTIONS } from './types'
export type {
  AnyResource,
  Entity,
  PageModule,
  QueryOptions,
  QueryResult,
  Resource,
  ResourceApi,
  Screen,
  SectionKey,
  UseFilterFields,
  UseMutation,
  UseQuery,
} from './types'
