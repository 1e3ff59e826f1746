import { expect, test } from 'vitest'
import { address } from './address'
import { fileName } from './fileName'
import { formData } from './formData'

test("a file has the server's name, in any alphabet", () => {
  expect(fileName('attachment; filename="users.xlsx"', 'x')).toBe('users.xlsx')
  expect(fileName("attachment; filename=a.csv; filename*=UTF-8''%D0%9B.csv", 'x')).toBe('Л.csv')
  expect(fileName("attachment; filename*=UTF-8''%ZZ", 'users.csv')).toBe('users.csv')
  expect(fileName(null, 'users.csv')).toBe('users.csv')
})

test('a name is never a path', () => {
  expect(fileName('attachment; filename="../../etc/passwd"', 'x')).toBe('.._.._etc_passwd')
})

test('a query leaves out what is empty and repeats a list', () => {
  expect(address('/a', { ids: [1, 2], none: undefined, text: '' })).toBe('/a?ids=1&ids=2')
  expect(address('/a', { none: null })).toBe('/a')
})

test('the files of a form come after what they are for', () => {
  const form = formData({ file: new Blob(['x']), dry_run: true, role_id: 3, none: null })
  expect([...form.keys()]).toEqual(['dry_run', 'role_id', 'file'])
  expect(form.get('dry_run')).toBe('true')
})
