export { defineEntity, defineResource, defineScreen, pathsOf, withForm } from './defineResource'
export { SECTIONS } from './types'
export type {
  AnyResource,
  Entity,
  ListedResource,
  PageModule,
  QueryOptions,
  QueryResult,
  Resource,
  ResourceApi,
  ResourceForm,
  Screen,
  SectionKey,
  UseFilterFields,
  UseMutation,
  UseQuery,
} from './types'
