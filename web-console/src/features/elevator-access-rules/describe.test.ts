import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { floorRanges, ruleInWords } from './describe'
import en from './locales/en.json'
import ru from './locales/ru.json'
import { elevatorAccessRuleSchema, toElevatorAccessRuleBody } from './schema'

const texts = i18next.createInstance()

beforeAll(() =>
  texts.init({
    lng: 'en',
    resources: {
      en: { 'elevator-access-rules': en },
      ru: { 'elevator-access-rules': ru },
    },
    interpolation: { escapeValue: false },
  }),
)

const rule = {
  users: [{ name: 'Anna' }, { name: 'Bram' }],
  elevators: [
    { name: 'North lift', floors: [5, 3, 4] },
    { name: 'South lift', floors: [2] },
  ],
}
const say = (values: Partial<typeof rule>, locale = 'en') =>
  ruleInWords(
    { ...rule, ...values },
    {
      text: texts.getFixedT<'elevator-access-rules'>(locale, 'elevator-access-rules'),
      locale,
    },
  )

describe('a rule in words', () => {
  test('who_and_where_are_one_sentence', () => {
    expect(say({})).toBe(
      'Anna and Bram may go to floors 3–5 of North lift and floor 2 of South lift.',
    )
    expect(say({}, 'ru')).toBe(
      'Anna и Bram: можно ездить на этажи 3–5 (North lift) и этаж 2 (South lift).',
    )
  })

  test('what_is_missing_is_said', () => {
    expect(say({ users: [] })).toMatch(/^Nobody is named yet/)
    expect(say({ elevators: [{ name: 'North lift', floors: [] }] })).toBe('No floor is chosen yet.')
  })
})

test.each([
  [[1, 3, 4, 5], '1, 3–5'],
  [[5, 4], '4, 5'],
  [[7], '7'],
  [[], ''],
])('floors %j are %s', (floors, text) => {
  expect(floorRanges(floors)).toBe(text)
})

describe('what is sent', () => {
  const ref = (id: number) => ({ id, name: `${id}` })
  const form = (elevators: { id: number; name: string; floors: number[] }[]) => ({
    name: 'Roof',
    description: '',
    users: [ref(1)],
    elevators,
  })

  test('an elevator without floors is dropped', () => {
    const values = elevatorAccessRuleSchema.parse(
      form([
        { ...ref(4), floors: [3, 2] },
        { ...ref(5), floors: [] },
      ]),
    )
    expect(toElevatorAccessRuleBody(values).elevators).toEqual([
      { id: 4, floors: [{ floor: 2 }, { floor: 3 }] },
    ])
  })

  test('a rule needs a user and a floor', () => {
    const checked = elevatorAccessRuleSchema.safeParse({
      ...form([{ ...ref(5), floors: [] }]),
      users: [],
    })
    expect(checked.error?.issues.map(({ path }) => path.join('.'))).toEqual(['users', 'elevators'])
  })
})
