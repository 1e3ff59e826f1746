import { describe, expect, test } from 'vitest'
import { changeListState, NO_FILTERS, parseListState, toListQuery } from './listState'

const url = (text = '') => new URLSearchParams(text)
const byName = {
  match: 'match_any' as const,
  items: [{ field: 'name', rule: 'has' as const, value: 'lobby' }],
}

describe('list state in the URL', () => {
  test('an empty address is the default list', () => {
    expect(toListQuery(parseListState(url(), { sort: 'name' }))).toEqual({
      page: 1,
      size: 20,
      sort: 'name',
      search: '',
      filters: NO_FILTERS,
    })
  })

  test('a state survives the address and back', () => {
    const params = changeListState(url(), {
      search: 'gate',
      sort: '-created_at',
      size: 100,
      filters: byName,
      tab: 'tree',
      preview: '12',
    })
    expect(parseListState(url(params.toString()))).toEqual({
      page: 1,
      size: 100,
      sort: '-created_at',
      search: 'gate',
      filters: byName,
      tab: 'tree',
      dialog: '',
      preview: '12',
    })
  })

  test('nonsense in an address is ignored', () => {
    const state = parseListState(
      url('page=-3&size=7&filters={"items":[{"field":1},{"field":"a","rule":"like","value":1}]}'),
    )
    expect(state.page).toBe(1)
    expect(state.size).toBe(20)
    expect(state.filters.items).toEqual([])
    expect(parseListState(url('filters=nonsense')).filters).toEqual(NO_FILTERS)
  })

  test('a change of what is listed goes back to the first page, and nothing else does', () => {
    const third = url('page=3')
    expect(changeListState(third, { search: 'x' }).get('page')).toBeNull()
    expect(changeListState(third, { preview: '5' }).get('page')).toBe('3')
    expect(changeListState(third, { page: 4 }).get('page')).toBe('4')
  })

  test('what equals its default leaves the address, parameters of others stay', () => {
    const params = changeListState(
      url('sort=-name&search=x&pageId=1'),
      { sort: 'name', search: '', filters: NO_FILTERS },
      { sort: 'name' },
    )
    expect(params.toString()).toBe('pageId=1')
  })
})
