import { expect, test } from 'vitest'
import type { Need } from '@/kit/permissions'
import { sortableFor } from './entity'

const COLUMNS = [
  { key: 'name', title: 'Name', render: () => '', sortable: true },
  { key: 'subject', title: 'Subject', render: () => '', sortable: true },
]

test('announces are sorted by their names for those alone who see all names', () => {
  const sortable = (rights: string[]) => {
    const meets = ({ any = [] }: Need) => any.some((right) => rights.includes(right))
    return sortableFor(meets, COLUMNS)
      .filter((column) => column.sortable)
      .map(({ key }) => key)
  }
  expect(sortable(['can_view_announces'])).toEqual(['subject'])
  expect(sortable(['can_view_announces', 'can_create_announce'])).toEqual(['subject'])
  expect(sortable(['can_view_all_announces'])).toEqual(['name', 'subject'])
})
