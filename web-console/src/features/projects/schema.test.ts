import { expect, test } from 'vitest'
import { emptyProject, projectSchema, toProjectBody } from './schema'

const form = { ...emptyProject, name: 'Riverside' }

test('a new project has a first administrator with an e-mail', () => {
  const wrong = projectSchema.safeParse(form)
  expect(wrong.error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'administrator.name',
    'administrator.email',
  ])
  const right = { ...form, administrator: { name: 'Anna', email: 'anna@riverside.test' } }
  expect(toProjectBody(projectSchema.parse(right)).administrator).toEqual(right.administrator)
})

test('a project that is there already is not given another administrator', () => {
  const saved = projectSchema.parse({ ...form, administrator: null })
  expect(toProjectBody(saved)).not.toHaveProperty('administrator')
})
