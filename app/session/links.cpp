#include "app/session/links.h"

#include "app/names/share_string.h"
#include "app/session/session.h"
#include "app/session/share.h"
#include "app/tasks/task_file.h"

namespace tilescope {

std::string link_to(const Session& session) {
  if (const auto link = link_to_lesson(session.course(), session.shown(), session.playback())) return text_of(*link);
  const Tasking& tasking = session.tasking();
  if (tasking.is_open() && is_built_in(tasking.task().task.file, tasks::tasks_folder()))
    return text_of(LessonLink{.task = tasking.task().task.name});
  if (!session.shown().has_trace()) return "";
  const Situation shown = session.situation(Session::Inputs::unchecked);
  if (!shown.file.empty()) return "";  // another computer does not have the trace
  // The link is made again and again while it is shown, and packing a long text takes time.
  constexpr std::size_t longest_text = 2 * longest_link;
  if (shown.request.text && shown.request.text->size() > longest_text) return "";
  const std::string link = share_string(shown);
  return link.size() <= longest_link ? link : "";
}

}  // namespace tilescope
