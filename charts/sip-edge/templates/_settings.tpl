{{- define "sip-edge.required" -}}
{{- range $key := list "telephony" "existingSecret" "tlsSecret" -}}
{{- $_ := required (printf "%s is needed" $key) (index $.Values $key) -}}
{{- end -}}
{{- end }}

{{/* A part: what both kinds of pods say about where and how. */}}
{{- define "sip-edge.pod" -}}
{{- include "library.podBasics" . }}
# Media and registrations come to the node's own address.
hostNetwork: true
dnsPolicy: ClusterFirstWithHostNet
{{- with include "library.placement" . | trim }}
{{ . }}
{{- end }}
{{- end }}

{{- define "sip-edge.hostAddress" -}}
- name: HOST_IP
  valueFrom: { fieldRef: { fieldPath: status.hostIP } }
{{- end }}
