#include "app/cli/films.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/cli/place_options.h"
#include "app/export/png.h"
#include "app/export/video.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

namespace {

namespace fs = std::filesystem;

// The moments from `from`, one grain apart, until `last` is reached or passed.
std::vector<std::uint64_t> moments_until(const Session& session, std::uint64_t from, std::uint64_t last) {
  std::vector<std::uint64_t> moments{from};
  while (moments.back() < last)
    moments.push_back(session.shown().replay().moments().next(moments.back(), session.playback().grain));
  return moments;
}

// "03-load-b": a step's number and its bookmark, if it has one.
std::string file_name(const lessons::Lesson& lesson, std::size_t step) {
  const std::string& name = lesson.steps[step].name;
  return fmt::format("{:02}{}{}", step + 1, name.empty() ? "" : "-", name);
}

// Draws the open question and then answers it.
void picture_question(Studio& studio, const fs::path& file) {
  Session& session = studio.session();
  const lessons::Asked* const asked = session.course().question();
  if (asked == nullptr) return;
  session.apply(Seek{asked->halt});
  session.apply(OpenQuestion{});
  write_png(file, studio.picture());
  session.apply(Act::reveal);
}

}  // namespace

std::vector<std::uint64_t> moments_between(Session& session, const std::string& from, const std::string& to) {
  go_to(session, to.empty() ? "end" : to);
  const std::uint64_t last = session.playback().moment;
  go_to(session, from.empty() ? "begin" : from);
  return moments_until(session, session.playback().moment, last);
}

void make_film(Studio& studio, const std::string& name, double moments_a_second,
               const std::vector<std::uint64_t>& moments) {
  const Format& format = range_format(name);
  const int repeats = format.frames_a_moment;
  const Extent size = studio.size();
  Video video(name, size.width, size.height, std::max(1, static_cast<int>(moments_a_second * repeats + 0.5)));
  for (const std::uint64_t moment : moments) {
    studio.session().apply(Seek{moment});
    const Image image = studio.picture();
    for (int n = 0; n < repeats; ++n) video.add(image);
  }
  if (format.is_film()) video.add(studio.picture());  // shows the last picture a little longer
  video.finish();
}

void make_lesson(Studio& studio, const std::string& name, const std::string& film_ending, double moments_a_second) {
  const fs::path folder = name;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw UsageError(fmt::format("-o {}: this folder cannot be created: {}", name, error.message()));
  Session& session = studio.session();
  const std::size_t steps = session.course().lesson().steps.size();
  for (std::size_t n = 0; n < steps; ++n) {
    const std::string file = (folder / file_name(session.course().lesson().lesson, n)).string();
    session.apply(GoToStep{n});
    const lessons::PreparedStep& step = session.course().now();
    picture_question(studio, file + "-question.png");
    if (step.from < step.to && !film_ending.empty()) {
      std::vector<std::uint64_t> moments = moments_until(session, step.from, step.to);
      moments.back() = step.to;
      make_film(studio, file + film_ending, moments_a_second, moments);
    }
    session.apply(Seek{step.to});
    write_png(file + ".png", studio.picture());
  }
}

}  // namespace tilescope::cli
