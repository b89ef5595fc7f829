// A launch that is open in a session, and the labels in the pictures of its views.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "app/session/session.h"

namespace tilescope::test {

// Records and explains the launch, always on the CPU.
inline void open_in(Session& session, Request request) {
  Relaunch relaunch;
  relaunch.request = std::move(request);
  relaunch.backend = "cpu";
  session.apply(relaunch);
  session.wait_for_recording();
}

inline std::unique_ptr<Session> session_with(Request request) {
  auto session = std::make_unique<Session>(Settings{});
  open_in(*session, std::move(request));
  return session;
}

// All labels, one per line, in drawing order.
inline std::string labels_of(const Picture& picture) {
  std::string words;
  for (const Label& label : picture.labels) words += label.text + "\n";
  for (const Clipped& part : picture.clipped) words += labels_of(part.picture);  // what can be scrolled to as well
  return words;
}

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

inline View view_of(float width, float height = 900) {
  View view;
  view.width = width;
  view.height = height;
  return view;
}

}  // namespace tilescope::test
