import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import * as save from '../files/save'
import { TableExport } from './TableExport'

test('rows are saved as they are shown, all of them, with their exact times', async () => {
  const saved = vi.spyOn(save, 'saveBlob').mockImplementation(() => undefined)
  const rows = Array.from({ length: 450 }, (_row, at) => ({ id: at + 1 }))
  const onEnd = vi.fn()
  renderApp(
    <TableExport
      rows={rows}
      columns={[
        { key: 'name', title: 'Name', render: ({ id }) => <b>Door {id}</b> },
        { key: 'at', title: 'Seen', render: () => <time title="1 May 2026">yesterday</time> },
      ]}
      fileName="doors"
      onEnd={onEnd}
    />,
  )
  await waitFor(() => expect(onEnd).toHaveBeenCalled())
  const [blob, name] = saved.mock.calls[0]!
  expect(name).toBe('doors.csv')
  const lines = (await blob.text()).trim().split('\r\n')
  expect(lines).toHaveLength(451)
  expect(lines.at(-1)).toBe('Door 450,1 May 2026')
})
