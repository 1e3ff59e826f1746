import { screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import devices from '../locales/en.json'
import { emptyDevice, type DeviceForm } from '../schema'
import { AdditionalTab } from './AdditionalTab'

function Form({ buttons }: { buttons: number }) {
  const form = useForm<DeviceForm>({ defaultValues: emptyDevice })
  return (
    <FormProvider {...form}>
      <AdditionalTab readOnly={false} buttons={buttons} readsPlates={false} />
    </FormProvider>
  )
}

test('as many buttons are offered as the model has', () => {
  const { unmount } = renderApp(<Form buttons={2} />, { words: { devices } })
  expect(screen.getAllByRole('textbox', { name: /^Button/ })).toHaveLength(2)
  unmount()
  renderApp(<Form buttons={0} />, { words: { devices } })
  expect(screen.queryByRole('textbox', { name: /^Button/ })).toBeNull()
  expect(screen.getByRole('switch', { name: 'May be opened from afar' })).toBeVisible()
})
