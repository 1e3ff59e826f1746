import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

const verdict = { rows: 3, created: 3, errors: [] }
vi.mock('@/kit/files', () => ({ useUpload: () => [async () => verdict, { isLoading: false }] }))
vi.mock('@/kit/errors', () => ({ useErrorText: () => String }))

const { useImport } = await import('./useImport')

test('what was found of a table stays when links are to be sent or not, and goes with another role', async () => {
  const { result } = renderHook(() => useImport())
  await act(async () => result.current.run(new File([], 'people.csv'), true))
  expect(result.current.verdict).toEqual(verdict)
  act(() => result.current.setOptions({ ...result.current.options, sendLinks: false }))
  expect(result.current.verdict).toEqual(verdict)
  act(() => result.current.setOptions({ ...result.current.options, role: { id: 2, name: 'B' } }))
  expect(result.current.verdict).toBeUndefined()
})
