import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { Id } from '@/api/types'
import type { Entity, ListedResource, Resource, ResourceForm, Screen } from './types'

/** An entity of the console as the shell knows it. */
export function defineEntity(entity: Entity): Entity {
  return entity
}

/** An entity of the console, as data. Its pages stay handwritten. */
export function defineResource<
  Row extends { id: Id },
  Schema extends z.ZodType<FieldValues, FieldValues>,
>(resource: Resource<Row, Schema>): Resource<Row, Schema>
export function defineResource<Row extends { id: Id }>(
  resource: ListedResource<Row>,
): ListedResource<Row>
export function defineResource<Row extends { id: Id }>(
  resource: ListedResource<Row>,
): ListedResource<Row> {
  return resource
}

/** A resource with its form, which its list does not load. */
export function withForm<
  Row extends { id: Id },
  Schema extends z.ZodType<FieldValues, FieldValues>,
>(resource: ListedResource<Row>, form: ResourceForm<Row, Schema>): Resource<Row, Schema> {
  return { ...resource, form }
}

/** A screen that is no entity's list or form. */
export function defineScreen(screen: Screen): Screen {
  return screen
}

interface WithPath {
  path: string
  hasPage?: boolean
}

/** Addresses of a resource's pages. */
export const pathsOf = ({ path, hasPage }: WithPath) => ({
  list: path,
  add: `${path}/add`,
  edit: (id: Id) => `${path}/${id}/edit`,
  /** Where a row is shown: on its page, or in its form where there is none. */
  of: (id: Id) => (hasPage ? `${path}/${id}` : `${path}/${id}/edit`),
})
