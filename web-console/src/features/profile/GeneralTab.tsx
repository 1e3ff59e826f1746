import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { API_BASE } from '@/api/limits'
import { localesFor, TIME_FORMATS, useUpdateProfileMutation, type Profile } from '@/api/profile'
import type { Avatar as SavedAvatar } from '@/api/generated/files'
import { alerts } from '@/kit/alerts'
import { Avatar } from '@/kit/avatar'
import { useUpload } from '@/kit/files'
import { FieldGrid, SectionForm, typedFields } from '@/kit/form'
import { LOCALE_NAMES } from '@/kit/i18n'
import { useLack } from '@/kit/permissions'
import { PictureField } from '@/kit/picture'
import { useDeleteProfileAvatarMutation } from './api'
import {
  IDENTIFIER_FORMATS,
  profileSchema,
  toProfileBody,
  toProfileForm,
  type ProfileForm,
} from './schema'

const F = typedFields<ProfileForm>()

/** Name, picture, and how the console looks to this person. */
export function GeneralTab({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile')
  const [update] = useUpdateProfileMutation()
  const values = useMemo(() => toProfileForm(profile), [profile])
  const readOnly = useLack()({ any: ['can_edit_profile'] })
  return (
    <>
      <OwnPicture profile={profile} />
      <SectionForm
        schema={profileSchema}
        values={values}
        onSave={async (output) => {
          const body = toProfileBody(output, profileSchema.parse(values))
          await update({ profileInput: body }).unwrap()
          alerts.success(t('saved'))
        }}
      >
        <FieldGrid title={t('data')} text={profile.email}>
          <F.Text name="name" label={t('fields.name')} isRequired disabled={readOnly} />
          <F.Text
            name="phone"
            label={t('fields.phone')}
            placeholder="+31201234567"
            disabled={readOnly}
          />
          <F.Text name="address" label={t('fields.address')} isWide disabled={readOnly} />
        </FieldGrid>
        <Looks profile={profile} />
      </SectionForm>
    </>
  )
}

/** Language, zone and formats; everybody may choose theirs. */
function Looks({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile')
  const zones = useMemo(
    () => Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value })),
    [],
  )
  return (
    <FieldGrid title={t('looks')} text={t('looksText')}>
      <F.Select
        name="locale"
        label={t('fields.locale')}
        options={localesFor(profile).map((value) => ({ value, label: LOCALE_NAMES[value] }))}
      />
      <F.Select
        name="time_zone"
        label={t('fields.zone')}
        placeholder={t('projectZone')}
        isClearable
        options={zones}
      />
      <F.Select
        name="time_format"
        label={t('fields.timeFormat')}
        options={TIME_FORMATS.map((value) => ({ value, label: t(`options.dates.${value}`) }))}
      />
      <F.Select
        name="identifier_format"
        label={t('fields.identifierFormat')}
        options={IDENTIFIER_FORMATS.map((value) => ({
          value,
          label: t(`options.numbers.${value}`),
        }))}
      />
    </FieldGrid>
  )
}

function OwnPicture({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile')
  const [send] = useUpload<SavedAvatar>(['Profiles', 'Users'])
  const [remove] = useDeleteProfileAvatarMutation()
  return (
    <PictureField
      title={t('picture')}
      isRound
      hasPicture={Boolean(profile.avatar_url)}
      onSet={(image, crop) => send(`${API_BASE}/profile/avatar`, { ...crop, image })}
      onRemove={() => remove().unwrap()}
    >
      <Avatar name={profile.name} url={profile.avatar_url} size={72} />
    </PictureField>
  )
}
