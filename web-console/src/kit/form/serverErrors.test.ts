import { expect, test, vi } from 'vitest'
import { applyServerErrors } from './serverErrors'

const refusal = (fields: Record<string, string>) => ({
  status: 422,
  data: { message: 'invalid data sent', code: 'invalid_data', data: { fields } },
})

const form = () => {
  const values: Record<string, unknown> = { name: '', domain: null, role: null }
  return { setError: vi.fn(), getValues: (path: string) => values[path] }
}

test('an error lands on its field', () => {
  const target = form()
  const { paths, rest } = applyServerErrors(refusal({ name: 'required' }), target as never)
  expect(paths).toEqual(['name'])
  expect(rest).toBeUndefined()
  expect(target.setError).toHaveBeenCalledWith('name', { type: 'server', message: 'required' })
})

test('an error of an id lands on the field in which the entity is chosen', () => {
  const { paths } = applyServerErrors(refusal({ domain_id: 'required' }), form() as never)
  expect(paths).toEqual(['domain'])
})

test('an error of no field of the form is left to be told otherwise', () => {
  const failures = [refusal({ elsewhere: 'required' }), new Error('offline')]
  for (const failure of failures) {
    expect(applyServerErrors(failure, form() as never)).toEqual({ paths: [], rest: failure })
  }
})

test('of two errors, that of a field which the form has not is left to be told otherwise', () => {
  const both = refusal({ name: 'required', elsewhere: 'unknown type' })
  const { paths, rest } = applyServerErrors(both, form() as never)
  expect(paths).toEqual(['name'])
  expect(rest).toEqual(refusal({ elsewhere: 'unknown type' }))
})
