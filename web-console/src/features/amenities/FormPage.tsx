import { CalendarOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FormPage, ReadOnly, useResourceForm } from '@/kit/form'
import { LinkButton } from '@/kit/page'
import { useCan, useLack } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { AmenityFields } from './AmenityFields'
import { AmenityFiles } from './AmenityFiles'
import { reservationsEntity } from './entity'
import { amenities } from './resource'
import { amenitySchema } from './schema'

const paths = pathsOf(amenities)
const bookingPaths = pathsOf(reservationsEntity)

/** An amenity: new, or edited. */
export default function AmenityFormPage() {
  const { id } = useParams()
  return <AmenityForm key={id ?? 'new'} id={id ? Number(id) : undefined} />
}

function AmenityForm({ id }: { id: number | undefined }) {
  const { t } = useTranslation('amenities')
  const navigate = useNavigate()
  const lack = useLack()
  const { meets } = useCan()
  const errorText = useErrorText()
  const control = useResourceForm(amenities, id, {
    onSaved: ({ name }) => {
      alerts.success(t('saved', { name }))
      if (id === undefined) void navigate(paths.list)
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const { row } = control
  const readOnly = lack(id === undefined ? amenities.can.create : amenities.can.update)
  return (
    <FormPage
      control={control}
      title={control.isNew ? t('new') : (row?.name ?? t('title'))}
      backTo={paths.list}
      disabled={readOnly}
      actions={
        row &&
        meets(reservationsEntity.can.create) && (
          <LinkButton
            icon={<CalendarOutlined aria-hidden />}
            to={`${bookingPaths.add}?amenity=${row.id}`}
          >
            {t('reserve')}
          </LinkButton>
        )
      }
      tabs={[
        {
          key: 'general',
          label: t('general'),
          fields: Object.keys(amenitySchema.shape),
          content: (
            <ReadOnly why={readOnly}>
              <AmenityFields />
            </ReadOnly>
          ),
        },
        ...(row
          ? [
              {
                key: 'files',
                label: t('files.title'),
                fields: [],
                content: <AmenityFiles amenity={row} readOnly={readOnly} />,
              },
            ]
          : []),
      ]}
    />
  )
}
