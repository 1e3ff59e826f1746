import type { ComponentType } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { ListQuery, Page } from '@/api/list'
import type { Id } from '@/api/types'
import type { FilterField } from '../filter'
import type { Need } from '../permissions'

/** Sections of the side menu, in their order. */
export const SECTIONS = [
  'common',
  'reports',
  'users',
  'access',
  'communications',
  'amenities',
  'emergency',
  'phone',
  'devices',
  'elevators',
  'settings',
] as const
export type SectionKey = (typeof SECTIONS)[number]

export type PageModule = () => Promise<{ default: ComponentType }>

/** A place in the console: a route, and mostly an item of the menu and the palette. */
export interface Screen {
  /** Title: `shell:screens.<key>`. */
  key: string
  /** Absolute, as `/devices/tasks`. */
  path: string
  icon: ComponentType
  /** Absent: not in the menu. */
  section?: SectionKey
  /** Who may see it; absent: anybody who is signed in. */
  need?: Need
  page: PageModule
}

/* Hooks by shape: RTK Query's own types are invariant in tag names and do not unify. */
export interface QueryResult<T> {
  data?: T | undefined
  isLoading: boolean
  isFetching: boolean
  error?: unknown
  refetch: () => unknown
}
/** How a call is made: not at all, or again and again while it is shown. */
export interface QueryOptions {
  skip?: boolean
  /** Milliseconds. */
  pollingInterval?: number
  skipPollingIfUnfocused?: boolean
}
export type UseQuery<Arg, T> = (arg: Arg, options?: { skip?: boolean }) => QueryResult<T>
export type UseMutation<Arg, T> = () => readonly [
  (arg: Arg) => { unwrap: () => Promise<T> },
  { isLoading: boolean },
]

export interface ResourceApi<Row, Body extends object = object> {
  useList: UseQuery<ListQuery, Page<Row>>
  useGet: UseQuery<Id, Row>
  useCreate: UseMutation<Body, Row>
  /** `body` holds the changed keys only: an absent key is left unchanged. */
  useUpdate: UseMutation<{ id: Id; body: Body }, Row>
}

export interface ResourceForm<Row, Schema extends z.ZodType<FieldValues, FieldValues>> {
  schema: Schema
  empty: z.input<Schema> & DefaultValues<z.input<Schema>>
  toForm: (row: Row) => z.input<Schema>
  /** What is sent; by default the values as they are. */
  toBody?: (values: z.output<Schema>) => object
}

/** What menu, routes and guards need of an entity. They load with the shell, so nothing here may import a call or a schema. */
export interface Entity {
  /** Titles: `shell:screens.<key>`, `shell:newOf.<key>`. */
  key: string
  /** Absolute path of the list; `/add` and `/{id}/edit` follow from it. */
  path: string
  icon: ComponentType
  section?: SectionKey
  /** `create` and `update` are for menus and buttons; the server decides. */
  can: { read?: Need; create?: Need; update?: Need; remove?: Need }
  pages: { list: PageModule; form: PageModule }
  /** At `/{id}` its form page opens on what is known of it. */
  hasPage?: boolean
}

/** The rest of an entity: what its list, pickers and the palette need, loaded with them. */
export interface ListedResource<Row extends { id: Id }> extends Entity {
  label: (row: Row) => string
  /** A second line in pickers and the palette. */
  detail?: (row: Row) => string
  defaultSort: string
  api: ResourceApi<Row>
}

/**
 * And its form. Where the list is opened much more often than the form, `resource.ts` has none and
 * `resourceWithForm.ts` adds it by `withForm`: schemas and zod are then loaded by the form alone.
 */
export interface Resource<
  Row extends { id: Id },
  Schema extends z.ZodType<FieldValues, FieldValues>,
> extends ListedResource<Row> {
  form: ResourceForm<Row, Schema>
}

/** A resource of any entity, for the code that treats all alike. */
// oxlint-disable-next-line typescript/no-explicit-any -- the row type appears in both directions
export type AnyResource = ListedResource<any>

/** Fields by which a picker may be narrowed; built by a hook, because labels are translated. */
export type UseFilterFields = () => FilterField[]
