import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import permissions from '@/kit/locales/permissions.en.json'
import { renderApp } from '@/testing/renderApp'
import { emptyDevice, type DeviceForm } from '../schema'
import { LicensedSwitch } from './LicensedSwitch'

/** Nobody is signed in here, so no feature is licensed. */
function Form({ isOn }: { isOn: boolean }) {
  const form = useForm<DeviceForm>({ defaultValues: emptyDevice })
  const opened = structuredClone(emptyDevice)
  opened.device_settings.lift_controller.enabled = isOn
  return (
    <FormProvider {...form} formState={{ ...form.formState, defaultValues: opened }}>
      <LicensedSwitch
        name="device_settings.lift_controller.enabled"
        label="Lift"
        feature="elevator"
        readOnly={false}
      />
    </FormProvider>
  )
}

test('what a licence does not give cannot be switched on', () => {
  renderApp(<Form isOn={false} />, { words: { permissions } })
  expect(screen.getByRole('switch', { name: 'Lift' })).toBeDisabled()
  expect(screen.getByText('Not in the licence: Elevators')).toBeVisible()
})

test('what was on may be switched off, and on again, without it', async () => {
  renderApp(<Form isOn />)
  const lift = screen.getByRole('switch', { name: 'Lift' })
  await userEvent.click(lift)
  await userEvent.click(lift)
  expect(lift).toBeEnabled()
})
