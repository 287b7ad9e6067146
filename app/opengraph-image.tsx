import { ImageResponse } from "next/og";
import { brand } from "@/lib/brand";

/** The preview of shared links, rendered at build time. */
export const alt = "Grow a business. Back one that grows.";
export const size = { width: 1200, height: 630 };
export const contentType = "image/png";

export default function OpenGraphImage() {
  return new ImageResponse(
    <div
      style={{
        width: "100%",
        height: "100%",
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        padding: 80,
        background: "#0f3d2c",
        color: "#f7fbf8",
      }}
    >
      <div style={{ display: "flex", alignItems: "center", gap: 24, fontSize: 40 }}>
        <svg width="72" height="72" viewBox="0 0 32 32" fill="none">
          <rect width="32" height="32" rx="9" fill="#f7fbf8" />
          <g stroke="#0f5b3c" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
            <path d="M16 24.5V14.5" />
            <path d="M16 18.5c0-4-2.6-6.3-7.2-6.5.2 4.4 2.7 6.5 7.2 6.5Z" />
            <path d="M16 14.5c0-4 2.5-6.6 7.4-7 0 4.7-2.7 7-7.4 7Z" />
            <path d="M9 24.5h14" />
          </g>
        </svg>
        <span>{brand.name}</span>
      </div>
      <div style={{ display: "flex", flexDirection: "column", gap: 28 }}>
        <div style={{ fontSize: 84, lineHeight: 1.1, letterSpacing: -2 }}>{alt}</div>
        <div style={{ fontSize: 34, color: "#c9e4d6" }}>Verified investors and Nigerian businesses.</div>
      </div>
    </div>,
    size,
  );
}
