import { expect, test } from 'vitest'
import { SETTINGS_TABS } from '@/features/settings/tabs'
import {
  ENTITY_PAGES,
  PATHS_WITH_PAGE,
  SCREEN_PAGES,
  SETTINGS_TABS as EXAMINED_TABS,
} from '../../e2e/mocked/allPages'
import { entities, screens } from './screens'

const sorted = (paths: string[]) => paths.toSorted((a, b) => a.localeCompare(b))

test('every screen and every entity is among the pages that axe examines', () => {
  expect(sorted(Object.keys(SCREEN_PAGES))).toEqual(sorted(screens.map(({ path }) => path)))
  expect(sorted(Object.keys(ENTITY_PAGES))).toEqual(sorted(entities.map(({ path }) => path)))
  const withPage = entities.filter(({ hasPage }) => hasPage).map(({ path }) => path)
  expect(sorted(PATHS_WITH_PAGE)).toEqual(sorted(withPage))
})

test('every tab of the settings is among the pages that axe examines', () => {
  expect(sorted(EXAMINED_TABS)).toEqual(sorted(SETTINGS_TABS.map(({ key }) => key)))
})
