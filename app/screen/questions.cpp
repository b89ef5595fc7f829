// The bar of questions below the title: each opens a view that answers it. The views of the open question are at the
// right end, above their panel, so that no question moves when one opens; in a narrow window, they are in a second row.
#include <algorithm>

#include "app/explain/views.h"
#include "app/screen/screen.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr float least_row = 1.65F;  // in text sizes

class QuestionBar {
 public:
  QuestionBar(Picture& picture, const View& view) : picture_(picture), text_(view.text), height_(view.height) {}

  // As wide with plain letters as with bold ones.
  [[nodiscard]] float width_of(std::string_view words) const {
    return text_width(words, 0.93F * text_, Face::bold) + 1.4F * text_;
  }
  [[nodiscard]] float width_of_views(ViewQuestion question) const {
    float wide = cross_wide * text_;
    for (const ExplainView& view : explain_views())
      if (view.question == question) wide += width_of(view.tab);
    return wide;
  }

  void put_words(float x, std::string_view words, bool is_open, const std::optional<Target>& target) {
    const Box box{x, 0, width_of(words), height_};
    put(picture_, box, std::string(words), 0.93F * text_, is_open ? Ink::text : Ink::dim,
        is_open ? Face::bold : Face::sans, Align::center);
    if (is_open)
      picture_.shapes.push_back(
          {{box.x + 0.4F * text_, box.bottom() - 0.2F * text_, box.w - 0.8F * text_, 0.2F * text_}, Ink::now});
    if (target) picture_.hits.push_back({box, *target});
  }

 private:
  Picture& picture_;
  float text_, height_;
};

Target target_of(ViewQuestion question, const ExplainView* open) {
  if (open != nullptr && open->question == question) return button(Explain{open->explanation()});  // closes it
  const auto views = explain_views();
  const auto first =
      std::find_if(views.begin(), views.end(), [&](const ExplainView& view) { return view.question == question; });
  return button(Explain{first->explanation()});
}

}  // namespace

Picture questions_picture(const Session& session, const View& view) {
  Picture picture = view.picture();
  const QuestionBar sizes(picture, view);
  float all = 0, widest = 0;
  for (const ViewQuestionWords& each : explain_questions()) {
    all += sizes.width_of(each.words);
    widest = std::max(widest, sizes.width_of_views(each.question));
  }
  // In a narrow window, the views are below the questions: the layout gives room for two rows.
  const bool has_two_rows = view.height >= 2 * least_row * view.text;
  View row = view;
  if (has_two_rows) row.height = view.height / 2;
  QuestionBar bar(picture, row);
  const ExplainView* const open = view_of(session.explaining().view);
  float x = 0;
  for (const ViewQuestionWords& each : explain_questions()) {
    const std::string_view words = all + (has_two_rows ? 0 : widest) <= view.width ? each.words : each.brief;
    bar.put_words(x, words, open != nullptr && open->question == each.question, target_of(each.question, open));
    x += bar.width_of(words);
  }
  if (open == nullptr) return picture;
  Picture views = row.picture();
  QuestionBar tabs(views, row);
  const float wide = tabs.width_of_views(open->question), cross = cross_wide * view.text;
  x = 0;
  for (const ExplainView& each : explain_views()) {
    if (each.question != open->question) continue;
    tabs.put_words(x, each.tab, open == &each,
                   open == &each ? std::nullopt : std::optional(button(Explain{each.explanation()})));
    x += tabs.width_of(each.tab);
  }
  const Point place{has_two_rows ? 0 : view.width - wide, view.height - row.height};
  picture.add(std::move(views), place);
  put_cross(picture, {view.width - cross, place.y, cross, row.height}, view.text, button(Explain{open->explanation()}));
  return picture;
}

}  // namespace tilescope
